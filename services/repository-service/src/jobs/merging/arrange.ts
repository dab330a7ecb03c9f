// The order of records in a segment that is made of others, such that the warcinfo of each is the last one before it
// there, too. Pure.
import type { NeededRecord } from '../../index/compaction/records.db.ts';
import { keptRecordTypes } from '../../index/schema.ts';

/**
 * Those that no warcinfo goes for come first, then the others in their order, each warcinfo directly before the first
 * record that it is for; one that is for nothing is left out. `records`: in the order of their segments and places.
 */
export function arranged(records: readonly NeededRecord[]): NeededRecord[] {
  const without: NeededRecord[] = [];
  const under: NeededRecord[] = [];
  let warcinfo: NeededRecord | undefined;
  let isPlaced = false;
  for (const record of records) {
    if (record.segmentId !== warcinfo?.segmentId) warcinfo = undefined;
    if (isWarcinfo(record)) {
      warcinfo = record;
      isPlaced = false;
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
  return [...without, ...under];
}

export function isWarcinfo({ kept }: NeededRecord): boolean {
  return kept?.type === keptRecordTypes.warcinfo;
}
