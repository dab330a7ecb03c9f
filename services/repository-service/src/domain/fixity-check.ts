// Requested fixity checks: their scopes, states, counts and verdicts.

/** Artifacts that a check covers. */
export type CheckScope =
  | { readonly kind: 'node' }
  | { readonly kind: 'namespace'; readonly namespace: string }
  | { readonly kind: 'au'; readonly namespace: string; readonly auid: string }
  | {
      readonly kind: 'urlPrefix';
      readonly namespace: string;
      readonly auid?: string;
      readonly urlPrefix: string;
    }
  | { readonly kind: 'list'; readonly namespace: string; readonly artifacts: number };

/** Stores that a check reads: all except archives, only archives, or all. */
export type CheckStores = 'ordinary' | 'archive' | 'all';

export type CheckState = 'waiting' | 'running' | 'finished' | 'cancelled' | 'failed';

/** Outcomes of an artifact, from best to worst. The worst record in the worst copy determines the outcome. */
export const checkOutcomes = ['intact', 'unreadable', 'damaged', 'missing'] as const;
export type ArtifactOutcome = (typeof checkOutcomes)[number];

/** Artifact counts. The first five add up to the number of requested artifacts once the check has ended. */
export interface CheckCounts {
  readonly intact: number;
  readonly damaged: number;
  readonly missing: number;
  readonly unreadable: number;
  readonly notChecked: number;
  /** Damaged or missing artifacts whose faulty copies were all replaced with intact ones. */
  readonly repaired: number;
}

/**
 * `intact`: every artifact was read and is intact. `repaired`: every fault that was found has been repaired. `faults`:
 * some faults remain. `incomplete`: some artifacts could not be read or were not checked, or the scope was empty.
 */
export type CheckVerdict = 'intact' | 'repaired' | 'faults' | 'incomplete';

/** Returns the verdict of a check. Returns undefined until the check has ended. */
export function findVerdict(
  state: CheckState,
  { intact, damaged, missing, repaired }: CheckCounts,
  requested: number | undefined,
): CheckVerdict | undefined {
  if (state === 'waiting' || state === 'running') return undefined;
  const faulty = damaged + missing;
  if (faulty > repaired) return 'faults';
  if (state !== 'finished' || !requested || intact + faulty !== requested) return 'incomplete';
  return faulty > 0 ? 'repaired' : 'intact';
}

export function chooseWorseOutcome(a: ArtifactOutcome, b: ArtifactOutcome): ArtifactOutcome {
  return checkOutcomes.indexOf(a) >= checkOutcomes.indexOf(b) ? a : b;
}

/** Artifact that is not intact, or that had to be repaired. */
export interface CheckException {
  readonly uuid: string;
  readonly namespace: string;
  readonly auid: string;
  readonly url: string;
  readonly outcome: Exclude<ArtifactOutcome, 'intact'>;
  /** Store with the fault. Undefined if only one store is configured. */
  readonly store: string | undefined;
  readonly reason: string;
  /** Store that supplied the intact copy. Undefined if the artifact was not repaired. */
  readonly repairedFrom: string | undefined;
}

/** Numbers of segment copies in one store, as found by a check. */
export interface CheckedStoreCounts {
  /** Undefined if only one store is configured. */
  readonly store: string | undefined;
  readonly copies: number;
  readonly bytes: number;
  readonly damaged: number;
  readonly missing: number;
  /** Number of copies that could not be read. */
  readonly unreachable: number;
  readonly repaired: number;
}
