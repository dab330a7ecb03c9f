// The captures nearest to a moment among any number of captures that come in the order of the index. Holds no more
// than twice as many as are asked for, and of each only what places it.
import type { Capture, Position } from './capture.ts';
import { secondOf } from './cdx-time.ts';

interface Candidate {
  id: string;
  second: number;
  distance: number;
  /** Its number among those offered: of captures at the same time the first in the index is nearer. */
  sequence: number;
}

export class Nearest {
  readonly #second: number;
  readonly #count: number;
  #kept: Candidate[] = [];
  /** Once `count` are kept, nothing as far as this one gets in. */
  #farthest: Candidate | undefined;
  #sequence = 0;

  /** The `count` captures nearest to `second`, seconds since the epoch. */
  constructor(second: number, count: number) {
    this.#second = second;
    this.#count = count;
  }

  /** Captures must be offered in the order of the index. */
  offer({ id, collectionMs }: Pick<Capture, 'id' | 'collectionMs'>): void {
    const second = secondOf(collectionMs);
    const candidate = { id, second, distance: Math.abs(second - this.#second), sequence: this.#sequence++ };
    if (this.#farthest && byNearness(candidate, this.#farthest) > 0) return;
    this.#kept.push(candidate);
    if (this.#kept.length >= 2 * this.#count) this.#drop();
  }

  /** Ids, the nearest first. */
  ids(): string[] {
    this.#drop();
    return this.#kept.map(({ id }) => id);
  }

  #drop(): void {
    this.#kept.sort(byNearness);
    this.#kept.length = Math.min(this.#kept.length, this.#count);
    if (this.#kept.length === this.#count) this.#farthest = this.#kept.at(-1);
  }
}

/** Whether a capture is farther from `second` than one at `position`, or as far and behind it in the index. */
export function isFarther(second: number, capture: Position, position: Position): boolean {
  const [own, other] = [secondOf(capture.collectionMs), secondOf(position.collectionMs)];
  const [ownDistance, otherDistance] = [Math.abs(own - second), Math.abs(other - second)];
  if (ownDistance !== otherDistance) return ownDistance > otherDistance;
  if (own !== other) return own > other;
  const keys = Buffer.compare(Buffer.from(capture.urlkey), Buffer.from(position.urlkey));
  if (keys !== 0) return keys > 0;
  if (capture.collectionMs !== position.collectionMs) return capture.collectionMs > position.collectionMs;
  return capture.id > position.id;
}

function byNearness(a: Candidate, b: Candidate): number {
  return a.distance - b.distance || a.second - b.second || a.sequence - b.sequence;
}
