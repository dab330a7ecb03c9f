// Which records of a damaged segment are sound, which are copied although they are damaged, and which are given up. Pure.
import type { NeededRecord } from '../../index/compaction/records.db.ts';
import type { CheckOutcome } from '../fixity/check-segment.ts';
import type { Salvage } from '../merging/salvage.ts';

/**
 * A damaged record that belongs to an artifact stays, and so does the mark of its artifact: to import that again repairs
 * it. A damaged record that belongs to none can come back from nowhere, and is given up. `giveUp`: damaged companions
 * are given up, too, so that their artifact is well without them.
 */
export function planSalvage(
  needed: readonly NeededRecord[],
  { damaged, damagedOthers }: Pick<CheckOutcome, 'damaged' | 'damagedOthers'>,
  { giveUp }: { readonly giveUp: boolean },
): Salvage {
  const damagedRecords = new Set(damaged.map(({ record }) => record.offset));
  const damagedBeside = new Set(damagedOthers.flatMap(({ stretch }) => stretch.owner?.offset ?? []));
  const damagedKept = new Set(
    damagedOthers.flatMap(({ stretch }) => stretch.places.map(({ offset }) => offset)),
  );
  const sound: NeededRecord[] = [];
  const kept: NeededRecord[] = [];
  const records: NeededRecord[] = [];
  const companionsOf: NeededRecord[] = [];
  for (const record of needed) {
    if (record.kept) {
      if (!damagedKept.has(record.offset)) sound.push(record);
      else if (giveUp || record.kept.artifact_id === null) records.push(record);
      else kept.push(record);
      continue;
    }
    const isBesideDamaged = record.before + record.after > 0 && damagedBeside.has(record.offset);
    if (damagedRecords.has(record.offset)) kept.push(record);
    else if (!isBesideDamaged) sound.push(record);
    else if (!giveUp) kept.push(record);
    else {
      companionsOf.push(record);
      sound.push(withoutCompanions(record));
    }
  }
  return { sound, damaged: kept, records, companionsOf };
}

function withoutCompanions(record: NeededRecord): NeededRecord {
  const { artifact } = record;
  return {
    ...record,
    before: 0,
    after: 0,
    companionsCrc: undefined,
    artifact: artifact && { ...artifact, companions_before: 0, companions_after: 0, companions_crc: null },
  };
}
