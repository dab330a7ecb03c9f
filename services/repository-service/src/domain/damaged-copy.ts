// Repair: an artifact whose stored record is damaged gets the record of the same content that came again. Its uuid, its
// version and its dates stay; the record, and what describes it, is the new one. Pure.
import type { Entry, StoredEntry } from './entry.ts';
import { isSameRequest, type Requested } from './requested.ts';

/** An artifact of which something stored is damaged. */
export interface DamagedCopy extends Requested {
  readonly id: string;
  readonly version: number;
  /** Digest of the payload, lower-case hex. */
  readonly sha256: string;
  readonly committed: boolean;
  /** Its record shares the payload of another. */
  readonly isRevisit: boolean;
  readonly collectionMs: number;
  readonly storeMs: number;
  /** Only what was captured with it is damaged. */
  readonly companionsAlone?: boolean;
}

/** Whether content of this digest could repair one of them: it is then no duplicate. */
export function wouldRepair(damaged: readonly DamagedCopy[] | undefined, sha256: string): boolean {
  return damaged?.some((copy) => copy.sha256 === sha256) ?? false;
}

/**
 * The copy that the entry takes the place of: the same capture if there is one, else the first that is committed. A
 * revisit brings no payload, so it can only take the place of a revisit; and what comes without companions cannot mend
 * those.
 */
export function copyToRepair(
  damaged: readonly DamagedCopy[] | undefined,
  { record, stored }: Entry,
  sha256: string,
): DamagedCopy | undefined {
  if (!damaged || !stored) return undefined;
  const candidates = damaged.filter(
    (copy) =>
      copy.sha256 === sha256 &&
      isSameRequest(copy, record) &&
      (record.kind !== 'revisit' || copy.isRevisit) &&
      (!copy.companionsAlone || hasCompanions(stored)),
  );
  return (
    candidates.find(({ collectionMs }) => collectionMs === record.collectionMs) ??
    candidates.find(({ committed }) => committed) ??
    candidates[0]
  );
}

function hasCompanions({ before = 0, after = 0 }: StoredEntry): boolean {
  return before + after > 0;
}

export const REPAIRED_MESSAGE = 'took the place of the damaged copy of the artifact named here';
