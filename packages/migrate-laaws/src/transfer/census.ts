// Census: a compact list of an AU's artifacts, with which source and target can be compared in memory. Each entry
// contains the UUID, a digest of the properties that must be equal, the state and the length.
import { createHash, hash } from 'node:crypto';

export interface CensusArtifact {
  readonly uuid: string;
  readonly uri: string;
  readonly version: number;
  readonly committed: boolean;
  /** Unix time in milliseconds. */
  readonly collectionDate: number;
  /** Digest in the notation of the LOCKSS interface: `SHA-256:` and hexadecimal digits. */
  readonly contentDigest: string;
  readonly contentLength: number;
}

/** Summary of an AU in the source or the target, for the report. */
export interface CensusSummary {
  readonly artifacts: number;
  readonly committed: number;
  readonly uncommitted: number;
  /** Total size of the payloads. */
  readonly bytes: number;
  /** Digest of the digests of all artifacts; see `AU_DIGEST_DEFINITION`. */
  readonly digest: string;
}

export interface CensusComparison {
  /** UUIDs of artifacts that only the source contains (`missing`), or only the target contains (`surplus`). */
  readonly missing: readonly string[];
  readonly surplus: readonly string[];
  /** UUIDs of artifacts whose URL, version, date or digest differs. */
  readonly differing: readonly string[];
  /** UUIDs of artifacts that differ only in their state (committed or not). */
  readonly inOtherState: readonly string[];
}

/** Description of how an AU's digest is computed, for the report. */
export const AU_DIGEST_DEFINITION =
  'SHA-256 of the lines "{SHA-256 of the artifact} {committed|uncommitted}\\n" in the order of the uuids, where that of an ' +
  'artifact is of "{uuid} {version} {collectionDate} {contentDigest} {uri}"';

const UUID_BYTES = 16;
const DIGEST_AT = UUID_BYTES;
const STATE_AT = DIGEST_AT + 32;
const LENGTH_AT = STATE_AT + 8;
/** Size of an entry in bytes, in memory and in files. */
export const CENSUS_ENTRY_BYTES = LENGTH_AT + 8;
const FIRST_ENTRIES = 256;

export class ArtifactCensus {
  #entries = Buffer.alloc(FIRST_ENTRIES * CENSUS_ENTRY_BYTES);
  #count = 0;
  #order: Uint32Array | undefined;

  add({ uuid, uri, version, committed, collectionDate, contentDigest, contentLength }: CensusArtifact): void {
    const entry = this.#allocateEntry();
    entry.write(uuid.replaceAll('-', ''), 0, 'hex');
    const line = `${uuid} ${version} ${collectionDate} ${contentDigest} ${uri}`;
    hash('sha256', line, 'buffer').copy(entry, DIGEST_AT);
    entry.writeDoubleLE(committed ? 1 : 0, STATE_AT);
    entry.writeDoubleLE(contentLength, LENGTH_AT);
  }

  /**
   * Adds entries of another census, as bytes. `stateOf` returns an artifact's current state, or undefined to omit it.
   */
  addAll(entries: Buffer, stateOf: (uuid: string, committed: boolean) => boolean | undefined): void {
    for (let at = 0; at + CENSUS_ENTRY_BYTES <= entries.length; at += CENSUS_ENTRY_BYTES) {
      const given = entries.subarray(at, at + CENSUS_ENTRY_BYTES);
      const committed = stateOf(formatUuid(given), given.readDoubleLE(STATE_AT) === 1);
      if (committed === undefined) continue;
      const entry = this.#allocateEntry();
      given.copy(entry);
      entry.writeDoubleLE(committed ? 1 : 0, STATE_AT);
    }
  }

  /** All entries in insertion order, as bytes. */
  get bytes(): Buffer {
    return this.#entries.subarray(0, this.#count * CENSUS_ENTRY_BYTES);
  }

  uuids(): Set<string> {
    return new Set(
      Array.from({ length: this.#count }, (_, position) => formatUuid(this.#findEntry(position))),
    );
  }

  summary(): CensusSummary {
    const all = createHash('sha256');
    let committed = 0;
    let bytes = 0;
    const order = this.#sortPositions();
    for (const position of order) {
      const entry = this.#findEntry(position);
      const isCommitted = entry.readDoubleLE(STATE_AT) === 1;
      committed += isCommitted ? 1 : 0;
      bytes += entry.readDoubleLE(LENGTH_AT);
      const digest = entry.toString('hex', DIGEST_AT, STATE_AT);
      all.update(`${digest} ${isCommitted ? 'committed' : 'uncommitted'}\n`);
    }
    const artifacts = order.length;
    return { artifacts, committed, uncommitted: artifacts - committed, bytes, digest: all.digest('hex') };
  }

  /**
   * Compares another census with this one. `missing`: artifacts that only this census contains. `surplus`: artifacts
   * that only `other` contains.
   */
  compare(other: ArtifactCensus): CensusComparison {
    const found = { missing: [], surplus: [], differing: [], inOtherState: [] } as Record<
      keyof CensusComparison,
      string[]
    >;
    const [own, others] = [this.#sortPositions(), other.#sortPositions()];
    for (let i = 0, j = 0; i < own.length || j < others.length; ) {
      const one = i < own.length ? this.#findEntry(own[i]!) : undefined;
      const another = j < others.length ? other.#findEntry(others[j]!) : undefined;
      const order = one && another ? compareUuids(one, another) : one ? -1 : 1;
      if (order <= 0) i += 1;
      if (order >= 0) j += 1;
      if (order < 0) found.missing.push(formatUuid(one!));
      else if (order > 0) found.surplus.push(formatUuid(another!));
      else if (one!.compare(another!, DIGEST_AT, STATE_AT, DIGEST_AT, STATE_AT) !== 0)
        found.differing.push(formatUuid(one!));
      else if (one![STATE_AT + 7] !== another![STATE_AT + 7]) found.inOtherState.push(formatUuid(one!));
    }
    return found;
  }

  #allocateEntry(): Buffer {
    const at = this.#count * CENSUS_ENTRY_BYTES;
    if (at === this.#entries.length) this.#entries = Buffer.concat([this.#entries], 2 * at);
    this.#count += 1;
    this.#order = undefined;
    return this.#entries.subarray(at, at + CENSUS_ENTRY_BYTES);
  }

  #findEntry(position: number): Buffer {
    return this.#entries.subarray(position * CENSUS_ENTRY_BYTES, (position + 1) * CENSUS_ENTRY_BYTES);
  }

  /**
   * Returns the positions of the entries, sorted by UUID. If several entries have the same UUID, includes only the
   * first.
   */
  #sortPositions(): Uint32Array {
    if (this.#order) return this.#order;
    const entries = this.#entries;
    const uuids = (a: number, b: number) => {
      const [from, to] = [a * CENSUS_ENTRY_BYTES, b * CENSUS_ENTRY_BYTES];
      return entries.compare(entries, to, to + UUID_BYTES, from, from + UUID_BYTES);
    };
    const order = Uint32Array.from({ length: this.#count }, (_, position) => position);
    order.sort((a, b) => uuids(a, b) || a - b);
    this.#order = order.filter((position, i) => i === 0 || uuids(order[i - 1]!, position) !== 0);
    return this.#order;
  }
}

function compareUuids(one: Buffer, another: Buffer): number {
  return one.compare(another, 0, UUID_BYTES, 0, UUID_BYTES);
}

function formatUuid(entry: Buffer): string {
  const hex = entry.toString('hex', 0, UUID_BYTES);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export function hasNoDifferences({ missing, surplus, differing, inOtherState }: CensusComparison): boolean {
  return missing.length + surplus.length + differing.length + inOtherState.length === 0;
}
