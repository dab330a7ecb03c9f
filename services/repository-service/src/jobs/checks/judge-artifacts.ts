// Decides the outcome of each artifact from the copies of its segments that were read.
import {
  type ArtifactOutcome,
  type CheckException,
  type CheckedStoreCounts,
  chooseWorseOutcome,
} from '../../domain/fixity-check.ts';
import { type CheckOutcome, MISSING_OBJECT_FAULT } from '../fixity/check-segment.ts';

/** Result of reading one segment in one store. */
export interface CopyReading {
  readonly segmentId: number;
  /** Undefined if only one store is configured. */
  readonly store: string | undefined;
  /** Undefined if the store could not be read, or is still being filled. */
  readonly found: CheckOutcome | undefined;
  /** Store that supplied a replacement. Undefined if the copy was not replaced. */
  readonly source?: string | undefined;
}

export interface ArtifactJudgement {
  readonly outcome: ArtifactOutcome;
  readonly store: string | undefined;
  readonly reason: string | undefined;
  /** Whether every faulty copy was replaced. */
  readonly isRepaired: boolean;
  readonly source: string | undefined;
}

const INTACT: ArtifactJudgement = {
  outcome: 'intact',
  store: undefined,
  reason: undefined,
  isRepaired: true,
  source: undefined,
};

export const UNREADABLE_REASON = 'the store could not be read';

/** Returns the judgement of each artifact. `segments`: segments of each artifact's records. */
export function judgeArtifacts(
  segments: ReadonlyMap<string, ReadonlySet<number>>,
  readings: readonly CopyReading[],
): Map<string, ArtifactJudgement> {
  const judged = new Map([...segments.keys()].map((id) => [id, INTACT] as const));
  const add = (id: string, outcome: ArtifactOutcome, reason: string, reading: CopyReading) => {
    const before = judged.get(id);
    if (before) judged.set(id, addFault(before, outcome, reason, reading));
  };
  const users = Map.groupBy(
    [...segments].flatMap(([id, own]) => [...own].map((segmentId) => ({ id, segmentId }))),
    ({ segmentId }) => segmentId,
  );
  for (const reading of readings) {
    const { found, segmentId } = reading;
    const all = users.get(segmentId) ?? [];
    if (!found) for (const { id } of all) add(id, 'unreadable', UNREADABLE_REASON, reading);
    else if (found.fault === MISSING_OBJECT_FAULT)
      for (const { id } of all) add(id, 'missing', MISSING_OBJECT_FAULT, reading);
    else {
      for (const { record, reason } of found.damaged)
        for (const { artifactId } of record.users) add(artifactId, 'damaged', reason, reading);
      for (const { range, reason } of found.damagedOthers)
        if (range.owner) add(range.owner.artifactId, 'damaged', reason, reading);
    }
  }
  return judged;
}

/** Adds a fault in one copy. Returns the store and the reason of the worst fault so far. */
function addFault(
  before: ArtifactJudgement,
  outcome: ArtifactOutcome,
  reason: string,
  { store, source }: CopyReading,
): ArtifactJudgement {
  const isRepaired = before.isRepaired && source !== undefined;
  const isWorse = before.outcome !== outcome && chooseWorseOutcome(before.outcome, outcome) === outcome;
  if (!isWorse) return { ...before, isRepaired };
  return { outcome, store, reason, isRepaired, source };
}

/** Converts a judgement to an entry of the check's list of exceptions. Returns undefined for an intact artifact. */
export function toCheckException(
  uuid: string,
  { outcome, store, reason, isRepaired, source }: ArtifactJudgement,
): Omit<CheckException, 'namespace' | 'auid' | 'url'> | undefined {
  if (outcome === 'intact') return undefined;
  const repairedFrom = isRepaired ? source : undefined;
  return { uuid, outcome, store, reason: reason ?? UNREADABLE_REASON, repairedFrom };
}

export function countReadings(readings: readonly CopyReading[]): CheckedStoreCounts[] {
  const byStore = Map.groupBy(readings, ({ store }) => store);
  return [...byStore].map(([store, own]) => {
    const count = (matches: (reading: CopyReading) => boolean) => own.filter(matches).length;
    const isMissing = ({ found }: CopyReading) => found?.fault === MISSING_OBJECT_FAULT;
    return {
      store,
      copies: count(({ found }) => found !== undefined),
      bytes: own.reduce((sum, { found }) => sum + (found?.readBytes ?? 0), 0),
      damaged: count((reading) => hasFault(reading) && !isMissing(reading)),
      missing: count(isMissing),
      unreachable: count(({ found }) => found === undefined),
      repaired: count(({ source }) => source !== undefined),
    };
  });
}

/** Returns whether the copy has damaged records or a fault of its own. */
export function hasFault({ found }: CopyReading): boolean {
  if (!found) return false;
  return found.damaged.length + found.damagedOthers.length > 0 || found.fault !== undefined;
}
