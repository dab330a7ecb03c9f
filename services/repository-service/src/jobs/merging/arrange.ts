// Orders the records of a merged segment so that the same warcinfo record as before applies to each of them.
import type { NeededRecord } from '../../index/compaction/records.db.ts';
import { keptRecordTypes } from '../../index/schema.ts';

/**
 * Returns the records in their new order: records without a warcinfo record; then each warcinfo record, directly
 * followed by its records; finally, warcinfo records that never applied to a record. Drops warcinfo records whose
 * records are all dead. `records`: ordered by segment and offset. `manifestOffsets`: for each segment, the end of its
 * records.
 */
export function arrangeRecords(
  records: readonly NeededRecord[],
  manifestOffsets: ReadonlyMap<number, number | undefined>,
): NeededRecord[] {
  const without: NeededRecord[] = [];
  const under: NeededRecord[] = [];
  const alone: NeededRecord[] = [];
  let warcinfo: NeededRecord | undefined;
  let isPlaced = false;
  for (const [i, record] of records.entries()) {
    if (record.segmentId !== warcinfo?.segmentId) warcinfo = undefined;
    if (isWarcinfo(record)) {
      warcinfo = record;
      isPlaced = false;
      if (isAlone(record, records[i + 1], manifestOffsets.get(record.segmentId))) alone.push(record);
    } else if (!warcinfo) without.push(record);
    else {
      // A record without a row is needed only for its payload, which revisits share. It needs no warcinfo record.
      if (!isPlaced && (record.artifact || record.kept)) {
        under.push(warcinfo);
        isPlaced = true;
      }
      under.push(record);
    }
  }
  return [...without, ...under, ...alone];
}

export function isWarcinfo({ kept }: NeededRecord): boolean {
  return kept?.type === keptRecordTypes.warcinfo;
}

/**
 * Returns true if this warcinfo record applies to no record: the next warcinfo record or the manifest directly follows
 * it.
 */
function isAlone(
  { segmentId, offset, length }: NeededRecord,
  next: NeededRecord | undefined,
  manifestOffset: number | undefined,
): boolean {
  const end = offset + length;
  if (end === manifestOffset) return true;
  return next !== undefined && next.segmentId === segmentId && next.offset === end && isWarcinfo(next);
}
