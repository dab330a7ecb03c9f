// Checks a segment in every store. A record counts as damaged only if it is damaged in every store.
import { type CopySet, type ObjectStore, ReplicatedStore } from '@holdfast/object-store';
import { formatKeptRecordFault } from '../../domain/kept-fault.ts';
import type { CheckedSegment } from '../../domain/live-records.ts';
import { isExistingSegment } from '../../index/fixity/fixity-rows.db.ts';
import type { JobRun } from '../frame/job-run.ts';
import {
  type AssessedCopies,
  assessCopies,
  type CheckedStoreKind,
  type CopyAssessment,
  type CopyFinding,
  countCopies,
} from './assess-copies.ts';
import { type CheckOutcome, checkSegment, type LiveContents, MISSING_OBJECT_FAULT } from './check-segment.ts';
import { composeSegment, type DamagedCopy } from './compose-segment.ts';
import type { FixityDeps } from './fixity-deps.ts';

export interface CheckedCopies {
  /**
   * Undefined if all copies that were read share the same damage, but a store that could not be read may have an intact
   * copy.
   */
  readonly outcome: CheckOutcome | undefined;
  readonly copies: readonly CopyAssessment<CheckOutcome>[];
}

/** Returns the set of stores, or undefined if only one store is configured. */
export function findCopySet(store: ObjectStore): CopySet | undefined {
  return store instanceof ReplicatedStore ? store.copies : undefined;
}

export async function checkSegmentCopies(
  { db, store, codec }: Pick<FixityDeps, 'db' | 'store' | 'codec'>,
  run: JobRun,
  {
    segment,
    contents,
    walked,
  }: { segment: CheckedSegment; contents: LiveContents; walked: CheckedStoreKind },
): Promise<CheckedCopies> {
  const throttle = (bytes: number) => run.throttle(bytes);
  const checkIn = (one: ObjectStore) =>
    checkSegment({ store: one, codec, throttle, signal: run.signal }, segment, contents);
  const copies = findCopySet(store);
  if (!copies) {
    const outcome = await checkIn(store);
    run.done({ bytes: outcome.readBytes });
    return { outcome, copies: [] };
  }
  const read = async (one: ObjectStore): Promise<CopyFinding<CheckOutcome>> => {
    const found = await checkIn(one);
    run.done({ bytes: found.readBytes });
    return { fault: describeFault(found), isMissing: found.fault === MISSING_OBJECT_FAULT, found };
  };
  const object = {
    key: segment.key,
    read,
    isNeeded: () => isExistingSegment(db, segment),
    compose: (damaged: readonly DamagedCopy[]) => composeSegment(copies, run, segment, damaged),
  };
  const judged = await assessCopies<CheckOutcome>({ copies, run }, object, walked);
  countCopies(judged, run);
  return { outcome: combineOutcomes(judged), copies: judged.copies };
}

function describeFault({ damaged, damagedOthers, fault }: CheckOutcome): string | undefined {
  const records = damaged.length + damagedOthers.length;
  return fault ?? (records > 0 ? `${records} damaged records` : undefined);
}

function combineOutcomes({ copies, behind }: AssessedCopies<CheckOutcome>): CheckOutcome | undefined {
  const found = copies.map((copy) => copy.found);
  const first = found[0]!;
  const damaged = first.damaged.filter(({ record }) =>
    found.every((one) => one.damaged.some((other) => other.record === record)),
  );
  const damagedOthers = first.damagedOthers.filter(({ range }) =>
    found.every((one) => one.damagedOthers.some((other) => other.range === range)),
  );
  const lost = damagedOthers.find(({ range }) => !range.owner);
  const isBad = found.every((one) => one.objectFault !== undefined);
  const fault = isBad
    ? first.objectFault
    : lost && formatKeptRecordFault(lost.range.places[0]!.offset, lost.reason);
  const isGood = damaged.length + damagedOthers.length === 0 && fault === undefined;
  if (!isGood && behind.length > 0) return undefined;
  return { ...first, damaged, damagedOthers, objectFault: isBad ? first.objectFault : undefined, fault };
}
