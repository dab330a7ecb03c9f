// Repairs a damaged artifact with a record of the same content that was imported again. The artifact keeps
// its uuid, version and dates. The record and the fields that describe it are replaced.
import {
  type DamagedCopy,
  type ImportEntry,
  isSameRequest,
  type NamedOriginal,
  type StoredEntry,
} from './record/entry.ts';
import type { CapturedRecord } from './record/read-record.ts';

/**
 * Returns whether content with this digest could repair one of the damaged artifacts. Such content must not be dropped
 * as a duplicate.
 */
export function canRepairAny(damaged: readonly DamagedCopy[] | undefined, sha256: string): boolean {
  return damaged?.some((copy) => copy.sha256 === sha256) ?? false;
}

/**
 * Returns the damaged copy that the entry replaces: the same capture if there is one, otherwise the first committed
 * copy. A revisit has no payload, so it can only replace a revisit. A record without companion records must not replace
 * an artifact that has them, unless its segment already contains them.
 */
export function chooseCopyToRepair(
  damaged: readonly DamagedCopy[] | undefined,
  { record, stored, replacementFor }: ImportEntry,
  sha256: string,
): DamagedCopy | undefined {
  if (!stored) return undefined;
  const brings = hasCompanions(stored);
  return chosen(
    damaged?.filter(
      (copy) =>
        isOf(copy, record, sha256, brings) && (brings || !copy.hasCompanions || copy.id === replacementFor),
    ),
    record,
  );
}

/** Maximum number of reservations. A writer never has this many entries that are not yet in the index. */
const MOST_TAKEN = 50_000;

/** Tracks the damaged artifacts with companions that entries of one writer are going to replace. */
export class ReplacementTracker {
  readonly #taken = new Set<string>();

  /**
   * Reserves the damaged artifact that this record would replace. Returns the artifact's uuid if the artifact has
   * companions, otherwise undefined. `brings`: whether companions arrived with the record.
   */
  take(
    damaged: readonly DamagedCopy[],
    record: CapturedRecord,
    { original, brings }: { original?: NamedOriginal | undefined; brings: boolean },
  ): string | undefined {
    const sha256 = original?.sha256 ?? record.sha256;
    const copy = chosen(
      damaged.filter((one) => !this.#taken.has(one.id) && isOf(one, record, sha256, brings)),
      record,
    );
    if (!copy) return undefined;
    if (this.#taken.size >= MOST_TAKEN) this.#taken.delete(this.#taken.values().next().value!);
    this.#taken.add(copy.id);
    return copy.hasCompanions ? copy.id : undefined;
  }
}

function isOf(copy: DamagedCopy, record: CapturedRecord, sha256: string, brings: boolean): boolean {
  return (
    copy.sha256 === sha256 &&
    isSameRequest(copy, record) &&
    (record.kind !== 'revisit' || copy.isRevisit) &&
    (!copy.companionsAlone || brings)
  );
}

function chosen(
  candidates: readonly DamagedCopy[] | undefined,
  { collectionMs }: CapturedRecord,
): DamagedCopy | undefined {
  return (
    candidates?.find((copy) => copy.collectionMs === collectionMs) ??
    candidates?.find(({ committed }) => committed) ??
    candidates?.[0]
  );
}

function hasCompanions({ before = 0, after = 0 }: StoredEntry): boolean {
  return before + after > 0;
}

export const REPAIRED_MESSAGE = 'took the place of the damaged copy of the artifact named here';
