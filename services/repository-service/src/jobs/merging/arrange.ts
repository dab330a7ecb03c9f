// Orders the records of a merged segment so that each record has the same warcinfo before it as in its old segment.
// Pure.
import type { NeededRecord } from '../../index/compaction/records.db.ts';
import { keptRecordTypes } from '../../index/schema.ts';

/**
 * Returns the records in their new order. Records without a warcinfo come first. Then come all other records, with each
 * warcinfo directly before its first record. Warcinfo records that never applied to a record come last. Drops a
 * warcinfo whose records are all gone. `records`: ordered by segment and offset. `manifestOffsets`: offsets at which
 * the records of each segment end.
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
      // A record that is kept only because revisits need its payload needs no warcinfo.
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

/** Returns whether the warcinfo is directly followed by the next one or by the manifest. */
function isAlone(
  { segmentId, offset, length }: NeededRecord,
  next: NeededRecord | undefined,
  manifestOffset: number | undefined,
): boolean {
  const end = offset + length;
  if (end === manifestOffset) return true;
  return next !== undefined && next.segmentId === segmentId && next.offset === end && isWarcinfo(next);
}
