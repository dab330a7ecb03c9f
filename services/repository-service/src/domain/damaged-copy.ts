// Repairs a damaged artifact when a record with the same content is imported again. The new record and its descriptive
// fields replace the damaged ones. The artifact keeps its UUID, version and dates.
import {
  type DamagedCopy,
  type ImportEntry,
  isSameRequest,
  type NamedOriginal,
  type StoredEntry,
} from './record/entry.ts';
import type { CapturedRecord } from './record/read-record.ts';

/**
 * Returns whether content with this digest could repair a damaged artifact. Such content must not be dropped as a
 * duplicate.
 */
export function canRepairAny(damaged: readonly DamagedCopy[] | undefined, sha256: string): boolean {
  return damaged?.some((copy) => copy.sha256 === sha256) ?? false;
}

/**
 * Chooses the damaged artifact with the same content that the entry replaces. Prefers the same capture, then a
 * committed artifact. A revisit can replace only a revisit, because it has no payload. An entry without companion
 * records (request, metadata) must not replace an artifact that has companion records, unless the entry's segment
 * already contains copies of them.
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

/** Maximum number of reservations. One writer usually has fewer entries that are not in the index yet. */
const MAX_TAKEN = 50_000;

/** Reserves damaged artifacts with companion records, so that a writer replaces each of them only once. */
export class ReplacementTracker {
  readonly #taken = new Set<string>();

  /**
   * Reserves the damaged artifact that the record would replace. Returns its UUID if its companion records must be
   * carried over, otherwise undefined. `brings`: whether the record was uploaded with companion records.
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
    if (this.#taken.size >= MAX_TAKEN) this.#taken.delete(this.#taken.values().next().value!);
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

export const REPAIRED_MESSAGE = 'replaced the damaged copy of this artifact';
