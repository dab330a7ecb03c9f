// Lists the live records of a segment, which must be intact: the records of its artifacts, and records whose payload
// revisits share.
import type { CheckedRange } from './checked-ranges.ts';

export interface CheckedSegment {
  readonly id: number;
  readonly key: string;
  readonly sizeBytes: number;
  readonly manifestOffset: number | undefined;
}

export interface LiveRecord {
  /** Location of the gzip member in the segment's object. */
  readonly offset: number;
  readonly length: number;
  /** CRC-32 of the gzip member. Undefined if none was recorded. */
  crc32: number | undefined;
  /** Expected digests of the body. Undefined for a revisit, because its record has no payload. */
  payload: ExpectedPayload | undefined;
  /** Artifacts that need this record. */
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
  /** Whether the artifact is a revisit that needs only the payload of this record. */
  readonly inPayload: boolean;
}

/** Record with one of the artifacts that need it. */
export type UsedRecord = Omit<LiveRecord, 'users'> & { user: RecordUser };

/** Groups the artifacts by the record that they need. Sorts the records by offset. */
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

/** Minimum length of dead bytes to skip. Shorter gaps are read, which is cheaper than a separate request. */
const SHORTEST_SKIP_BYTES = 1024 * 1024;

/**
 * Returns the byte ranges to read within the first `availableBytes` of the object. The ranges contain the first record,
 * the live records, the manifest, and short gaps in between. Each range starts at a record.
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
  const ranges: ReadRange[] = [];
  for (const { start, end } of [first, ...wanted, last]) {
    const before = ranges.at(-1);
    if (before && start - before.end < SHORTEST_SKIP_BYTES) before.end = Math.max(before.end, end);
    else if (start < end) ranges.push({ start, end });
  }
  return ranges
    .map(({ start, end }) => ({ start, end: Math.min(end, availableBytes) }))
    .filter(({ start, end }) => start < end);
}
