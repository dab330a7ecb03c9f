// Artifacts that the drill has stored. Their payloads can be generated again from a few numbers.
import type { SeededRandom } from '../support/seeded.ts';

/**
 * `stored`: acknowledged and not deleted. `unsure`: a request to change the artifact is pending or was interrupted by a
 * kill. `deleted`: its deletion was acknowledged.
 */
export type ArtifactState = 'stored' | 'unsure' | 'deleted';

export interface ChaosArtifact {
  readonly url: string;
  readonly auid: string;
  readonly sizeBytes: number;
  /** Offset of the payload in a shared buffer of random bytes. */
  readonly noiseAt: number;
  uuid: string;
  state: ArtifactState;
  committed: boolean;
  purged: boolean;
  /** Digest of each representation read so far, such as the HTTP response or the WARC record. */
  readonly forms: Map<string, string>;
}

export const CHAOS_AUIDS = ['chaos one', 'chaos two', 'chaos three', 'chaos four'] as const;

const NOISE_BYTES = 8 * 1024 * 1024;
const SMALL_BYTES = 30_000;
const LARGE_BYTES = 3_000_000;
const LARGE_SHARE = 0.02;

export class ChaosArtifacts {
  readonly all: ChaosArtifact[] = [];
  readonly #random: SeededRandom;
  readonly #noise: Buffer;
  #count = 0;

  constructor(random: SeededRandom) {
    this.#random = random;
    this.#noise = makeNoise(random);
  }

  /** Returns a new artifact, which is not stored yet. */
  invent(auid: string = this.#random.pick(CHAOS_AUIDS)): ChaosArtifact {
    const mostBytes = this.#random.chance(LARGE_SHARE) ? LARGE_BYTES : SMALL_BYTES;
    const sizeBytes = 200 + this.#random.below(mostBytes);
    return {
      url: `http://chaos.example/${this.#count++}`,
      auid,
      sizeBytes,
      noiseAt: this.#random.below(NOISE_BYTES - sizeBytes),
      uuid: '',
      state: 'unsure',
      committed: false,
      purged: false,
      forms: new Map(),
    };
  }

  payload({ url, sizeBytes, noiseAt }: ChaosArtifact): Buffer {
    const payload = Buffer.from(this.#noise.subarray(noiseAt, noiseAt + sizeBytes));
    payload.write(`payload of ${url}\n`);
    return payload;
  }

  /** Returns a random stored artifact; recent artifacts are more likely. */
  pick(): ChaosArtifact | undefined {
    const { all } = this;
    for (let tries = 0; tries < 20 && all.length > 0; tries++) {
      const from = this.#random.chance(0.5) ? Math.max(0, all.length - 50) : 0;
      const one = all[from + this.#random.below(all.length - from)]!;
      if (one.state === 'stored') return one;
    }
    return undefined;
  }

  stored(auid?: string): ChaosArtifact[] {
    return this.all.filter((one) => one.state === 'stored' && (auid === undefined || one.auid === auid));
  }

  get storedBytes(): number {
    return this.stored().reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  }
}

function makeNoise(random: SeededRandom): Buffer {
  const noise = Buffer.alloc(NOISE_BYTES);
  for (let at = 0; at < NOISE_BYTES; at += 4) noise.writeUInt32LE((random.share() * 2 ** 32) >>> 0, at);
  return noise;
}
