// What of a segment must be well: every record that an artifact or a revisit's payload depends on. Plain data.
import type { LiveStretch } from './live-stretches.ts';

export interface CheckedSegment {
  readonly id: number;
  readonly key: string;
  readonly sizeBytes: number;
  readonly manifestOffset: number | undefined;
}

export interface LiveRecord {
  /** Place of the gzip member in the segment's object. */
  readonly offset: number;
  readonly length: number;
  /** CRC-32 of the member's bytes, compressed as they are; undefined where it was not written down. */
  crc32: number | undefined;
  /** What its body must be; undefined for a revisit, whose record holds no payload. */
  payload: ExpectedPayload | undefined;
  /** Who cannot be read without it. */
  readonly users: RecordUser[];
}

export interface ExpectedPayload {
  readonly lengthBytes: number;
  readonly sha256: Buffer;
  /** SHA-1 of the body as it is stored. */
  readonly storedSha1: Buffer;
  readonly dechunked: boolean;
}

export interface RecordUser {
  readonly artifactId: string;
  readonly auId: number;
  /** It is a revisit, and this is the record that it shares the payload of. */
  readonly inPayload: boolean;
}

/** A record as one of its users knows it. */
export type UsedRecord = Omit<LiveRecord, 'users'> & { user: RecordUser };

/** In the order of the object. */
export function liveRecords(used: Iterable<UsedRecord>): LiveRecord[] {
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

export interface Stretch {
  /** In the object; `end` is behind its last byte. */
  readonly start: number;
  end: number;
}

/** Dead bytes are read over rather than skipped when they are fewer. */
const SHORTEST_SKIP_BYTES = 1024 * 1024;

/**
 * What to read of the object's first `availableBytes`: first record, what is needed, manifest, and what lies between them
 * when it is little. Every stretch begins with a record.
 */
export function stretchesOf(
  { sizeBytes, manifestOffset }: CheckedSegment,
  records: readonly LiveRecord[],
  others: readonly LiveStretch[],
  availableBytes: number,
): Stretch[] {
  const wanted = [...records, ...others.flatMap(({ places }) => places)]
    .map(({ offset, length }) => ({ start: offset, end: offset + length }))
    .sort((a, b) => a.start - b.start);
  const first = { start: 0, end: Math.min(wanted[0]?.start ?? sizeBytes, SHORTEST_SKIP_BYTES) };
  const last = { start: manifestOffset ?? wanted.at(-1)?.end ?? sizeBytes, end: sizeBytes };
  const stretches: Stretch[] = [];
  for (const { start, end } of [first, ...wanted, last]) {
    const before = stretches.at(-1);
    if (before && start - before.end < SHORTEST_SKIP_BYTES) before.end = Math.max(before.end, end);
    else if (start < end) stretches.push({ start, end });
  }
  return stretches
    .map(({ start, end }) => ({ start, end: Math.min(end, availableBytes) }))
    .filter(({ start, end }) => start < end);
}
