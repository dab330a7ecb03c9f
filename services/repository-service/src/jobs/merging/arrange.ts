// The order of records in a segment that is made of others, such that the warcinfo of each is the last one before it
// there, too. Pure.
import type { NeededRecord } from '../../index/compaction/records.db.ts';
import { keptRecordTypes } from '../../index/schema.ts';

/**
 * Those that no warcinfo goes for come first; then the others in their order, each warcinfo directly before the first
 * record that it is for; last those that never went for any, for they are kept as well. One whose records are all gone
 * is left out. `records`: in the order of their segments and places; `manifestOffsets`: where each segment's records end.
 */
export function arranged(
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
      // What only revisits need is a payload to them: no warcinfo goes along for it.
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

/** Nothing lies between it and the next one, or the manifest. */
function isAlone(
  { segmentId, offset, length }: NeededRecord,
  next: NeededRecord | undefined,
  manifestOffset: number | undefined,
): boolean {
  const end = offset + length;
  if (end === manifestOffset) return true;
  return next !== undefined && next.segmentId === segmentId && next.offset === end && isWarcinfo(next);
}
