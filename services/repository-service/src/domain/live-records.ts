// Lists the records of a segment that must be intact: every record that an artifact depends on, including the payloads
// of revisits.
import type { CheckedRange } from './checked-ranges.ts';

export interface CheckedSegment {
  readonly id: number;
  readonly key: string;
  readonly sizeBytes: number;
  readonly manifestOffset: number | undefined;
}

export interface LiveRecord {
  /** Position of the gzip member in the segment's object. */
  readonly offset: number;
  readonly length: number;
  /** CRC-32 of the compressed member. Undefined if it was not recorded. */
  crc32: number | undefined;
  /** Expected digests of the body. Undefined for a revisit, whose record holds no payload. */
  payload: ExpectedPayload | undefined;
  /** Artifacts that cannot be read without this record. */
  readonly users: RecordUser[];
}

export interface ExpectedPayload {
  readonly lengthBytes: number;
  readonly sha256: Buffer;
  /** SHA-1 of the body as stored. */
  readonly storedSha1: Buffer;
  readonly dechunked: boolean;
}

export interface RecordUser {
  readonly artifactId: string;
  readonly auId: number;
  /** Whether the artifact is a revisit that uses this record only for its payload. */
  readonly inPayload: boolean;
}

/** A record together with one artifact that uses it. */
export type UsedRecord = Omit<LiveRecord, 'users'> & { user: RecordUser };

/** Merges, for each record, the artifacts that use it, and sorts the records by position. */
export function mergeUsedRecords(used: Iterable<UsedRecord>): LiveRecord[] {
  const byOffset = new Map<number, LiveRecord>();
  for (const { user, ...record } of used) {
    const known = byOffset.get(record.offset);
    if (!known) {
      byOffset.set(record.offset, { ...record, users: [user] });
      continue;
    }
    known.users.push(user);
    known.crc32 ??= record.crc32;
    known.payload ??= record.payload;
  }
  return [...byOffset.values()].sort((a, b) => a.offset - b.offset);
}

export interface ReadRange {
  /** Byte range in the object. `end` is exclusive. */
  readonly start: number;
  end: number;
}

/** Gaps of dead bytes that are shorter than this are read and not skipped. */
const SHORTEST_SKIP_BYTES = 1024 * 1024;

/**
 * Returns the byte ranges to read among the object's first `availableBytes`: the first record, the needed records, the
 * manifest, and short gaps between them. Every range starts at the start of a record.
 */
export function listReadRanges(
  { sizeBytes, manifestOffset }: CheckedSegment,
  records: readonly LiveRecord[],
  others: readonly CheckedRange[],
  availableBytes: number,
): ReadRange[] {
  const wanted = [...records, ...others.flatMap(({ places }) => places)]
    .map(({ offset, length }) => ({ start: offset, end: offset + length }))
    .sort((a, b) => a.start - b.start);
  const first = { start: 0, end: Math.min(wanted[0]?.start ?? sizeBytes, SHORTEST_SKIP_BYTES) };
  const last = { start: manifestOffset ?? wanted.at(-1)?.end ?? sizeBytes, end: sizeBytes };
  const stretches: ReadRange[] = [];
  for (const { start, end } of [first, ...wanted, last]) {
    const before = stretches.at(-1);
    if (before && start - before.end < SHORTEST_SKIP_BYTES) before.end = Math.max(before.end, end);
    else if (start < end) stretches.push({ start, end });
  }
  return stretches
    .map(({ start, end }) => ({ start, end: Math.min(end, availableBytes) }))
    .filter(({ start, end }) => start < end);
}
