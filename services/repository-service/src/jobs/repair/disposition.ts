// Plans the rewriting of a damaged segment: which records are intact, which damaged records are copied, and which are
// dropped.
import type { NeededRecord } from '../../index/compaction/records.db.ts';
import type { CheckOutcome } from '../fixity/check-segment.ts';
import type { SalvagePlan } from '../merging/salvage.ts';

/**
 * Returns the plan. Damaged records of artifacts are copied; the artifacts remain marked as damaged until they are
 * imported again. Drops damaged records without an artifact, because nothing can restore them. `giveUp`: drops damaged
 * companion records (request, metadata) as well, unless their artifact is under hold. The artifact is then intact.
 */
export function planSalvage(
  needed: readonly NeededRecord[],
  { damaged, damagedOthers }: Pick<CheckOutcome, 'damaged' | 'damagedOthers'>,
  { giveUp, isHeld }: { readonly giveUp: boolean; isHeld(artifact: string): boolean },
): SalvagePlan {
  const damagedRecords = new Set(damaged.map(({ record }) => record.offset));
  const damagedAdjacent = new Set(damagedOthers.flatMap(({ range }) => range.owner?.offset ?? []));
  const damagedKept = new Set(damagedOthers.flatMap(({ range }) => range.places.map(({ offset }) => offset)));
  const isGivenUp = (artifact: string) => giveUp && !isHeld(artifact);
  const sound: NeededRecord[] = [];
  const kept: NeededRecord[] = [];
  const records: NeededRecord[] = [];
  const companionsOf: NeededRecord[] = [];
  for (const record of needed) {
    if (record.kept) {
      if (!damagedKept.has(record.offset)) sound.push(record);
      else if (record.kept.artifact_id === null || isGivenUp(record.kept.artifact_id)) records.push(record);
      else kept.push(record);
      continue;
    }
    const isAdjacentDamaged = record.before + record.after > 0 && damagedAdjacent.has(record.offset);
    if (damagedRecords.has(record.offset)) kept.push(record);
    else if (!isAdjacentDamaged) sound.push(record);
    else if (!isGivenUp(record.id)) kept.push(record);
    else {
      companionsOf.push(record);
      sound.push(dropCompanions(record));
    }
  }
  return { sound, damaged: kept, records, companionsOf };
}

function dropCompanions(record: NeededRecord): NeededRecord {
  const { artifact } = record;
  return {
    ...record,
    before: 0,
    after: 0,
    companionsCrc: undefined,
    artifact: artifact && { ...artifact, companions_before: 0, companions_after: 0, companions_crc: null },
  };
}
