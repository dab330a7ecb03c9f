// Orders the records of a merged segment so that each has the same warcinfo before it as in its old segment. Pure.
import type { NeededRecord } from '../../index/compaction/records.db.ts';
import { keptRecordTypes } from '../../index/schema.ts';

/**
 * Returns the records in their new order: first records without a warcinfo, then the others, with each
 * warcinfo directly before its first record, then warcinfos that never had records, which are kept too. A
 * warcinfo whose records are all gone is dropped. `records`: ordered by segment and offset.
 * `manifestOffsets`: where each segment's records end.
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
      // Records that only revisits need are used for their payload; they need no warcinfo.
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

/** Whether nothing lies between the warcinfo and the next one or the manifest. */
function isAlone(
  { segmentId, offset, length }: NeededRecord,
  next: NeededRecord | undefined,
  manifestOffset: number | undefined,
): boolean {
  const end = offset + length;
  if (end === manifestOffset) return true;
  return next !== undefined && next.segmentId === segmentId && next.offset === end && isWarcinfo(next);
}
