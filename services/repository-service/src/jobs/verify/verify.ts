// The verify job. Compares every object with its segment, every row with the manifest and the journal, and every
// counter with an actual count. Read-only. The service may run at the same time: apparent differences are checked again
// after later changes have been read.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ObjectInfo, ObjectStore } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import { runInParallel } from '@holdfast/service-kit';
import {
  listAusToVerify,
  listMisplacedPayloads,
  listSegmentsAfter,
  listWrongCounters,
} from '../../index/keeping/verify.db.ts';
import { analyzeStaging, runWithTemporaryStaging } from '../../index/rebuild/staging.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import type { Job } from '../frame/job.ts';
import type { JobRun } from '../frame/job-run.ts';
import { compareObjectWithIndex, type VerifyObjectDeps } from './compare-object.ts';
import { VerifyFindings } from './findings.ts';
import { JournalView } from './journal-view.ts';

export interface VerifyDeps {
  readonly db: Executor<IndexSchema>;
  readonly store: ObjectStore;
  readonly parallel: number;
  readonly bytesPerSecond: number | undefined;
  /** Delay before a difference is checked again. Tests use a shorter delay if nothing else changes the store. */
  readonly lookAgainMs?: number | undefined;
}

const PAGE_SIZE = 200;
/** Default delay. Exceeds the usual time between closing an object and recording it. */
const LOOK_AGAIN_MS = 2_000;
const LOOKS = 3;

/** Creates the job. `findings` is complete when the job has finished. */
export function createVerifyJob(deps: VerifyDeps): { job: Job; findings: VerifyFindings } {
  const findings = new VerifyFindings();
  const work = (run: JobRun) =>
    runWithTemporaryStaging(deps.db, async (staged) => {
      const journal = new JournalView(staged, deps);
      await journal.follow(findings);
      await analyzeStaging(staged);
      await compareSegments({ ...deps, journal, run }, findings);
      await verifyPayloadsAndCounters(deps, run, findings);
    });
  return { job: { name: 'verify', resumable: false, bytesPerSecond: deps.bytesPerSecond, work }, findings };
}

/** Compares the objects of the store with the segments of the index, in key order. */
async function compareSegments(deps: VerifyDeps & VerifyObjectDeps, findings: VerifyFindings): Promise<void> {
  const { store, db, run, parallel } = deps;
  const suspects: string[] = [];
  for (let after = ''; ; ) {
    const objects = await store.list({ prefix: 'ns/', after, limit: PAGE_SIZE });
    const known = await listSegmentsAfter(db, after, PAGE_SIZE);
    const last = findLastSharedKey(objects, known);
    const keys = new Set([...objects, ...known].map(({ key }) => key).filter((key) => isUpTo(key, last)));
    const objectOf = new Map(objects.map((object) => [object.key, object]));
    await runInParallel([...keys].sort(compareBytes), parallel, async (key) => {
      run.signal.throwIfAborted();
      if ((await compareObjectWithIndex(deps, key, objectOf.get(key))).length > 0) suspects.push(key);
    });
    if (last === undefined) break;
    after = last;
  }
  await recheckSuspects(deps, suspects, findings);
}

async function recheckSuspects(
  deps: VerifyDeps & VerifyObjectDeps,
  suspects: string[],
  findings: VerifyFindings,
): Promise<void> {
  const { run, lookAgainMs = LOOK_AGAIN_MS } = deps;
  let rest = suspects;
  for (let round = 1; rest.length > 0; round++) {
    if (round < LOOKS) await sleep(lookAgainMs, undefined, { signal: run.signal });
    await deps.journal.follow(new VerifyFindings());
    const still: string[] = [];
    for (const key of rest) {
      const found = await compareObjectWithIndex(deps, key, await deps.store.stat(key));
      if (round === LOOKS) findings.add(...found);
      else if (found.length > 0) still.push(key);
    }
    rest = round === LOOKS ? [] : still;
  }
}

async function verifyPayloadsAndCounters(
  { db }: VerifyDeps,
  run: JobRun,
  findings: VerifyFindings,
): Promise<void> {
  for (const subject of await listMisplacedPayloads(db, 1_000))
    findings.add({ kind: 'payload elsewhere', subject });
  for (let after = 0; ; ) {
    const aus = await listAusToVerify(db, after, PAGE_SIZE);
    for (const { id, namespace, auid } of aus) {
      run.signal.throwIfAborted();
      const wrong = await listWrongCounters(db, id);
      if (wrong.length > 0)
        findings.add({ kind: 'wrong counters', subject: `${namespace} ${auid}`, detail: wrong.join('; ') });
    }
    if (aus.length < PAGE_SIZE) return;
    after = aus.at(-1)!.id;
  }
}

/** Returns the last key up to which both pages are complete. Returns undefined if both lists have ended. */
function findLastSharedKey(
  objects: readonly ObjectInfo[],
  known: readonly { key: string }[],
): string | undefined {
  const ends = [objects, known].flatMap((page) => (page.length < PAGE_SIZE ? [] : [page.at(-1)!.key]));
  return ends.sort(compareBytes)[0];
}

function isUpTo(key: string, last: string | undefined): boolean {
  return last === undefined || compareBytes(key, last) <= 0;
}

function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
