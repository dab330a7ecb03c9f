// The repair job. Reads each damaged segment again. If the object is really damaged, copies its records to a new
// segment, except damaged records that nothing can restore. Unrepaired damage remains registered. Holds the lock of
// compaction, so that no other process copies records.

import type { Database } from '@holdfast/pg-kit';
import type { Log } from '@holdfast/service-kit';
import { loadHoldPredicate } from '../../index/aus/holds.db.ts';
import { findAuById, findCandidate } from '../../index/compaction/candidates.db.ts';
import { abandonPendingObjects } from '../../index/compaction/retired.db.ts';
import { ConcurrentChangeError } from '../../index/compaction/switch.db.ts';
import { clearStaleDamage } from '../../index/damage.db.ts';
import {
  type DamagedSegment,
  findSegmentsByKeys,
  listDamagedSegments,
} from '../../index/fixity/damaged-segments.db.ts';
import { findKeptRecordTypeName, type IndexSchema } from '../../index/schema.ts';
import type { CodecThreads } from '../../ingest/reading/codec-threads.ts';
import type { SegmentDeps } from '../../ingest/storing/segment.ts';
import { type CheckOutcome, MISSING_OBJECT_FAULT } from '../fixity/check-segment.ts';
import { checkSegments } from '../fixity/fixity-job.ts';
import type { Job } from '../frame/job.ts';
import type { JobRun } from '../frame/job-run.ts';
import { UnreadableSegmentError } from '../merging/copy.ts';
import { mergeSegments } from '../merging/merge.ts';
import { removeRetiredObjects } from '../merging/retired.ts';
import { planSalvage } from './disposition.ts';

export interface RepairDeps extends SegmentDeps {
  readonly database: Database<IndexSchema>;
  readonly codec: Pick<CodecThreads, 'read'>;
  readonly log: Log;
}

export interface RepairSettings {
  /** Time after a rewrite during which readers may still use the old location of a record, in milliseconds. */
  readonly graceMs: number;
  /** Whether to drop damaged companion records (request, metadata), so that their artifacts are intact without them. */
  readonly giveUp: boolean;
  /** Keys of the objects to rewrite, whether damaged or not. Default: all damaged objects. */
  readonly only?: readonly string[] | undefined;
  readonly bytesPerSecond?: number | undefined;
}

export interface RepairReport {
  /** Rewritten objects. `to`: key of the new segment; absent if the object had no live records. */
  readonly rewritten: { readonly object: string; readonly to?: string }[];
  /** Objects with registered damage that turned out to be intact. */
  readonly well: string[];
  /** Dropped records: records without an artifact and, with `giveUp`, companion records. */
  readonly givenUp: { readonly object: string; readonly offset: number; readonly what: string }[];
  /** Objects that the store lacks, so that nothing can be copied. */
  readonly missing: string[];
  /** Objects that could not be repaired, each with the reason. */
  readonly unrepaired: { readonly object: string; readonly why: string }[];
  /** Requested keys that are not keys of a segment. */
  readonly unknown: string[];
}

export const REPAIR_NAME = 'repair';

const PAGE_SIZE = 100;
const MAX_TRIES = 10;

export function createRepairJob(
  deps: RepairDeps,
  settings: RepairSettings,
): { job: Job; report: RepairReport } {
  const report: RepairReport = {
    rewritten: [],
    well: [],
    givenUp: [],
    missing: [],
    unrepaired: [],
    unknown: [],
  };
  const work = (run: JobRun) => new Repair(deps, settings, report, run).all();
  const { bytesPerSecond } = settings;
  return { job: { name: REPAIR_NAME, bytesPerSecond, resumable: false, work }, report };
}

class Repair {
  readonly #deps: RepairDeps;
  readonly #settings: RepairSettings;
  readonly #report: RepairReport;
  readonly #run: JobRun;

  constructor(deps: RepairDeps, settings: RepairSettings, report: RepairReport, run: JobRun) {
    this.#deps = deps;
    this.#settings = settings;
    this.#report = report;
    this.#run = run;
  }

  async all(): Promise<void> {
    const { database } = this.#deps;
    const db = database.kysely;
    // This process holds the lock of compaction, so every pending object is left over from a killed process.
    await abandonPendingObjects(db);
    await clearStaleDamage(db);
    const { only } = this.#settings;
    if (only !== undefined) {
      const found = await findSegmentsByKeys(db, only);
      this.#report.unknown.push(...only.filter((key) => !found.some((segment) => segment.key === key)));
      for (const segment of found) await this.#repairSegment(segment);
    } else {
      for (let after = 0; ; ) {
        const page = await listDamagedSegments(db, after, PAGE_SIZE);
        for (const segment of page) await this.#repairSegment(segment);
        const last = page.at(-1);
        if (!last) break;
        after = last.id;
      }
    }
    await removeRetiredObjects(this.#deps, this.#run.signal);
  }

  async #repairSegment(segment: DamagedSegment): Promise<void> {
    this.#run.signal.throwIfAborted();
    const { key } = segment;
    const outcome = await this.#checkSegment(segment);
    if (outcome === undefined) return;
    if (outcome.fault === MISSING_OBJECT_FAULT) return void this.#report.missing.push(key);
    const isHeld = await loadHoldPredicate(this.#deps.database.kysely, segment.auId);
    if (!this.#isToBeWritten(outcome, isHeld)) {
      if (outcome.damaged.length + outcome.damagedOthers.length === 0) this.#report.well.push(key);
      return;
    }
    try {
      await this.#rewrite(segment, outcome, isHeld);
    } catch (error) {
      this.#run.signal.throwIfAborted();
      if (!(error instanceof UnreadableSegmentError || error instanceof ConcurrentChangeError)) throw error;
      this.#run.log.error({ err: error, segment: key }, 'a damaged object could not be repaired');
      this.#report.unrepaired.push({ object: key, why: error.message });
    }
  }

  /** Checks the segment. Returns undefined if the segment no longer exists. */
  async #checkSegment(segment: DamagedSegment): Promise<CheckOutcome | undefined> {
    const { database, store, codec, nowMs } = this.#deps;
    const fixity = { db: database.kysely, store, codec, nowMs, parallel: 1 };
    return (await checkSegments(fixity, this.#run, [segment])).get(segment.id)?.outcome;
  }

  #isToBeWritten({ fault, damagedOthers }: CheckOutcome, isHeld: (artifact: string) => boolean): boolean {
    const { giveUp, only } = this.#settings;
    // Rewriting would not drop a companion record (request, metadata) whose artifact is under hold. Ignore its damage,
    // or every run would rewrite the segment.
    const isGivenUp = ({ range: { owner } }: CheckOutcome['damagedOthers'][number]) =>
      owner === undefined || !isHeld(owner.artifactId);
    return fault !== undefined || only !== undefined || (giveUp && damagedOthers.some(isGivenUp));
  }

  /** Rewrites the segment. Retries after a concurrent change. */
  async #rewrite(
    { id, auId, key }: DamagedSegment,
    outcome: CheckOutcome,
    isHeld: (artifact: string) => boolean,
  ): Promise<void> {
    const { database, store, software, newId, nowMs } = this.#deps;
    const { graceMs, giveUp } = this.#settings;
    const db = database.kysely;
    for (let tries = 1; ; tries++) {
      const segment = await findCandidate(db, id);
      const au = await findAuById(db, auId);
      if (!segment || !au) return;
      const givenUp: RepairReport['givenUp'] = [];
      const throttle = (bytes: number) => this.#run.throttle(bytes);
      const deps = { db, store, software, newId, nowMs, throttle, signal: this.#run.signal };
      try {
        const merged = await mergeSegments(
          {
            ...deps,
            salvage: (needed) => {
              const salvage = planSalvage(needed, outcome, { giveUp, isHeld });
              givenUp.splice(0, givenUp.length, ...toReport(key, salvage));
              return salvage;
            },
          },
          au,
          [segment],
          { graceMs, duringPurge: false },
        );
        await this.#told({ object: key, to: merged.key }, givenUp);
        return;
      } catch (error) {
        this.#run.signal.throwIfAborted();
        if (!(error instanceof ConcurrentChangeError) || tries >= MAX_TRIES) throw error;
      }
    }
  }

  async #told(
    { object, to }: { object: string; to: string | undefined },
    givenUp: RepairReport['givenUp'],
  ): Promise<void> {
    this.#run.log.warn({ object, to, givenUp }, 'a damaged object was rewritten from its intact records');
    this.#report.rewritten.push(to === undefined ? { object } : { object, to });
    this.#report.givenUp.push(...givenUp);
    this.#run.done({ counts: { 'objects written anew': 1 } });
    const [written] = to === undefined ? [] : await findSegmentsByKeys(this.#deps.database.kysely, [to]);
    // Register the damage of copied records in the new segment.
    if (written) await this.#checkSegment(written);
  }
}

function toReport(
  object: string,
  { records, companionsOf }: ReturnType<typeof planSalvage>,
): RepairReport['givenUp'] {
  return [
    ...records.map(({ offset, kept }) => ({
      object,
      offset,
      what: kept ? findKeptRecordTypeName(kept.type) : 'record',
    })),
    ...companionsOf.map(({ offset, id }) => ({ object, offset, what: `records captured with ${id}` })),
  ];
}
