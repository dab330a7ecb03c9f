// Repair: an artifact whose stored record is damaged gets the record of the same content that came again. Its uuid, its
// version and its dates stay; the record, and what describes it, is the new one. Pure.
import {
  type DamagedCopy,
  type Entry,
  isSameRequest,
  type NamedOriginal,
  type StoredEntry,
} from './record/entry.ts';
import type { CapturedRecord } from './record/read-record.ts';

/** Whether content of this digest could repair one of them: it is then no duplicate. */
export function wouldRepair(damaged: readonly DamagedCopy[] | undefined, sha256: string): boolean {
  return damaged?.some((copy) => copy.sha256 === sha256) ?? false;
}

/**
 * The copy that the entry takes the place of: the same capture if there is one, else the first that is committed. A
 * revisit brings no payload, so it can only take the place of a revisit. What comes without companions cannot mend
 * those, and takes the place of no artifact that has some unless its segment has them, too.
 */
export function copyToRepair(
  damaged: readonly DamagedCopy[] | undefined,
  { record, stored, heirOf }: Entry,
  sha256: string,
): DamagedCopy | undefined {
  if (!stored) return undefined;
  const brings = hasCompanions(stored);
  return chosen(
    damaged?.filter(
      (copy) => isOf(copy, record, sha256, brings) && (brings || !copy.hasCompanions || copy.id === heirOf),
    ),
    record,
  );
}

/** As many entries of one writer as may be on their way into the index, and more. */
const MOST_TAKEN = 50_000;

/** Which damaged artifacts the entries of one writer would take the place of, as far as these have companions. */
export class Inheritance {
  readonly #taken = new Set<string>();

  /** The uuid of the one that this record would; `brings`: it comes with companions. Nobody else's from then on. */
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
