// Rebuilds the index from the object store: reads the journal, then all manifests concurrently, then runs the phases
// that need all segments. Starts with an empty database and can be interrupted at any time.

import type { ObjectStore } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import { runInParallel } from '@holdfast/service-kit';
import { MANIFESTS_PREFIX } from '../../domain/manifest-copy-keys.ts';
import { type ExistingAu, ensureAu } from '../../index/aus/au.db.ts';
import { insertEvents } from '../../index/history/events.db.ts';
import { adoptEpochs } from '../../index/keeping/epochs.db.ts';
import type { JournalLine } from '../../index/keeping/journal.db.ts';
import * as complete from '../../index/rebuild/complete.db.ts';
import { dropReaderIndexes, listDroppedIndexes, recreateIndex } from '../../index/rebuild/complete.db.ts';
import { writeStagedRequests } from '../../index/rebuild/late-requests.db.ts';
import { stageLinesInTransaction } from '../../index/rebuild/stage-lines.db.ts';
import {
  analyzeStaging,
  dropStaging,
  listStagedEpochs,
  listUnloadedSegments,
  listWaitingEpochSegments,
  listWaitingUnjournaledSegments,
  makeStaging,
  readStagedBytes,
  recordDamagedJournalObject,
  type StagedEpoch,
  stageObjects,
} from '../../index/rebuild/staging.db.ts';
import { restoreDeletionRequests, restoreHolds } from '../../index/rebuild/user-decisions.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { hashAuid } from '../../ingest/storing/segment.ts';
import { restoreCertificates } from '../checks/certificates.ts';
import type { Job } from '../frame/job.ts';
import type { JobRun } from '../frame/job-run.ts';
import { type JournalObject, readJournalObjects } from '../journal/read.ts';
import { loadJournaledSegment } from './load-known.ts';
import { loadUnjournaledSegment } from './load-unknown.ts';
import { REBUILD_NAME, refuseUnlessIndexEmpty } from './refusals.ts';

export interface RebuildDeps {
  readonly db: Executor<IndexSchema>;
  readonly store: ObjectStore;
  /** Number of segments that are read concurrently. */
  readonly parallel: number;
  readonly bytesPerSecond: number | undefined;
}

export interface RebuildReport {
  /** Objects in the journal that the store lacks. Their content is lost. */
  missing: string[];
  /** Objects that are unreadable or whose AU could not be determined. */
  unreadable: string[];
  /** Objects with rejected records, which are damaged or refer to a missing record. */
  partial: string[];
  /** Journal objects of which both copies are damaged. Their lines are lost. */
  damagedJournal: string[];
  /** Redundant objects, whose content is in other objects as well. */
  leftOver: string[];
}

interface RebuildPosition {
  phase: keyof typeof phases;
  /** Position in the journal: key of the last object read, and highest ID so far. */
  journalKey: string;
  lastId: number;
}

/** Maximum number of keys per list of the report. */
const REPORTED_KEYS = 1_000;
const PAGE_SIZE = 256;
const LINES_AT_ONCE = 1_000;
/** Number of database indexes created concurrently. Each may take 128 MB of memory on the database server. */
const INDEXES_AT_ONCE = 2;

/** Creates the job. `report` is complete when the job has finished. */
export function createRebuildJob(deps: RebuildDeps): { job: Job; report: RebuildReport } {
  const report: RebuildReport = {
    missing: [],
    unreadable: [],
    partial: [],
    damagedJournal: [],
    leftOver: [],
  };
  const work = (run: JobRun) => runPhases(new Rebuild(deps, run, report), deps, run);
  // Drop the staging tables only when the pass is recorded as finished, because its last phase reads them and may be
  // repeated.
  const job = { name: REBUILD_NAME, bytesPerSecond: deps.bytesPerSecond, work, conclude: dropStaging };
  return { job, report };
}

async function runPhases(rebuild: Rebuild, { db }: RebuildDeps, run: JobRun): Promise<void> {
  let position = run.position as RebuildPosition | undefined;
  if (!position) {
    await refuseUnlessIndexEmpty(db);
    await makeStaging(db);
    position = { phase: 'journal', journalKey: '', lastId: 0 };
  }
  for (let phase: RebuildPosition['phase'] | undefined = position.phase; phase; phase = phases[phase]) {
    position.phase = phase;
    // Copy the position, because the journal phase modifies its position object before reporting it.
    await run.reached({ ...position });
    // Save the position, so that a phase starts only after the previous phase is recorded as finished.
    await run.save();
    await rebuild[phase](position);
  }
}

/** Order of the phases: each one maps to the next. */
const phases = {
  journal: 'objects',
  objects: 'segments',
  segments: 'payloads',
  payloads: 'indexes',
  indexes: 'counters',
  counters: 'unknown',
  unknown: 'end',
  end: undefined,
} as const;

class Rebuild {
  readonly #deps: RebuildDeps;
  readonly #run: JobRun;
  readonly #report: RebuildReport;
  readonly #aus = new Map<string, Promise<ExistingAu>>();

  constructor(deps: RebuildDeps, run: JobRun, report: RebuildReport) {
    this.#deps = deps;
    this.#run = run;
    this.#report = report;
  }

  async journal(position: RebuildPosition): Promise<void> {
    let lines: JournalLine[] = [];
    const stage = async () => {
      await stageLinesInTransaction(this.#deps.db, lines);
      await insertEvents(this.#deps.db, lines);
      lines = [];
      await this.#run.reached({ ...position });
    };
    for await (const object of readJournalObjects(this.#deps.store, position.journalKey)) {
      await this.#trackJournalPosition(position, object);
      for (const line of object.lines ?? []) lines.push(line);
      if (lines.length >= LINES_AT_ONCE) await stage();
    }
    await stage();
  }

  async #trackJournalPosition(position: RebuildPosition, { key, lines }: JournalObject): Promise<void> {
    if (!lines) {
      this.#run.log.warn({ key }, 'an object of the journal is damaged');
      this.#run.done({ counts: { 'damaged journal objects': 1 } });
      await recordDamagedJournalObject(this.#deps.db, key);
    }
    for (const { id } of lines ?? []) position.lastId = Math.max(position.lastId, id);
    position.journalKey = key;
  }

  async objects(position: RebuildPosition): Promise<void> {
    const { db, store } = this.#deps;
    for (let after = ''; ; ) {
      const objects = await store.list({ prefix: 'ns/', after, limit: 1_000 });
      if (objects.length > 0) await stageObjects(db, objects);
      await this.#run.reached(position);
      if (objects.length < 1_000) return;
      after = objects.at(-1)!.key;
    }
  }

  async segments(position: RebuildPosition): Promise<void> {
    const { db, parallel } = this.#deps;
    await analyzeStaging(db);
    await dropReaderIndexes(db);
    this.#run.expect({ bytes: await readStagedBytes(db) });
    const epochs = await listStagedEpochs(db);
    for (let loaded = 1; loaded > 0; ) {
      loaded = 0;
      // Restart with the first epoch: loading a segment can put older segments back into the queue.
      for (const epoch of epochs) loaded += await this.#loadEpochSegments(epoch, parallel, position);
    }
  }

  /**
   * Loads the segments of an epoch. Epochs are loaded in order, so that in a conflict the artifact recorded first keeps
   * its version.
   */
  async #loadEpochSegments(epoch: StagedEpoch, parallel: number, position: RebuildPosition): Promise<number> {
    const { db } = this.#deps;
    const deps = { ...this.#deps, auOf: this.#auOf };
    const inOrder = epoch.isContested;
    let count = 0;
    for (let after = { key: '', id: -1 }; ; ) {
      const page = await listWaitingEpochSegments(db, epoch, { after, limit: PAGE_SIZE });
      const last = page.at(-1);
      if (last === undefined) return count;
      await runInParallel(page, inOrder ? 1 : parallel, (segment) =>
        loadJournaledSegment(deps, this.#run, segment, { inOrder }),
      );
      await this.#run.reached(position);
      count += page.length;
      after = { key: last.key, id: last.lineId };
    }
  }

  async payloads(): Promise<void> {
    const { db } = this.#deps;
    await complete.analyzeIndex(db);
    await complete.setPayloadPositions(db);
    await writeStagedRequests(db);
  }

  async indexes(position: RebuildPosition): Promise<void> {
    const { db } = this.#deps;
    await runInParallel(await listDroppedIndexes(db), INDEXES_AT_ONCE, async (name) => {
      await recreateIndex(db, name);
      await this.#run.reached(position);
    });
  }

  async counters(position: RebuildPosition): Promise<void> {
    const { db, parallel } = this.#deps;
    for (let after = 0; ; ) {
      const aus = await complete.listIndexedAuIds(db, after, 1_000);
      await runInParallel(aus, parallel, (au) => complete.computeAuCounters(db, au));
      await this.#run.reached(position);
      if (aus.length < 1_000) break;
      after = aus.at(-1)!;
    }
    for (const { namespace, auid, at } of await complete.listBulkMarks(db)) {
      await complete.restoreBulkMark(db, (await this.#auOf(namespace, auid)).auId, at);
    }
    // Continue with higher IDs than the old journal, because the rebuild itself writes journal entries from here on.
    await complete.continueJournal(db, position.lastId);
    await adoptEpochs(
      db,
      (await listStagedEpochs(db)).filter(({ epoch }) => epoch !== ''),
    );
  }

  async unknown(position: RebuildPosition): Promise<void> {
    const { db } = this.#deps;
    const deps = { ...this.#deps, auOf: this.#auOf };
    for (let after = ''; ; ) {
      const page = await listWaitingUnjournaledSegments(db, { after, limit: PAGE_SIZE });
      if (page.length === 0) break;
      for (const segment of page) {
        await loadUnjournaledSegment(deps, this.#run, segment);
        await this.#run.reached(position);
      }
      after = page.at(-1)!.key.slice(-44);
    }
    await complete.journalChangedVersions(db);
    await complete.setPayloadPositions(db);
    await writeStagedRequests(db);
    const lost = await complete.countLostPayloads(db);
    if (lost > 0) this.#run.done({ counts: { 'revisits without a payload': lost } });
  }

  async end(): Promise<void> {
    const { db, store } = this.#deps;
    for (const au of await complete.listAusOfRestoredRows(db)) await this.#auOf(au.namespace, au.auid);
    await complete.restorePurges(db);
    await restoreHolds(db);
    await restoreDeletionRequests(db);
    await complete.deleteOrphanedCompanions(db);
    await complete.restoreRetiredObjects(db);
    for (let after: string | undefined = ''; after !== undefined; ) {
      const copies = await store.list({ prefix: MANIFESTS_PREFIX, after, limit: 1_000 });
      await complete.retireManifestCopies(
        db,
        copies.map(({ key }) => key),
      );
      after = copies.length < 1_000 ? undefined : copies.at(-1)!.key;
    }
    const unreadable = await restoreCertificates(db, store);
    if (unreadable.length > 0) this.#run.done({ counts: { 'unreadable certificates': unreadable.length } });
    const lost = await listUnloadedSegments(db, 'lost', REPORTED_KEYS);
    this.#report.missing = lost.filter(({ sizeBytes }) => sizeBytes === null).map(({ key }) => key);
    this.#report.unreadable = lost.filter(({ sizeBytes }) => sizeBytes !== null).map(({ key }) => key);
    for (const state of ['partial', 'damagedJournal', 'leftOver'] as const)
      this.#report[state] = (await listUnloadedSegments(db, state, REPORTED_KEYS)).map(({ key }) => key);
  }

  readonly #auOf = (namespace: string, auid: string): Promise<ExistingAu> => {
    const name = `${namespace} ${auid}`;
    const found = this.#aus.get(name) ?? ensureAu(this.#deps.db, { namespace, auid, hash: hashAuid(auid) });
    this.#aus.set(name, found);
    return found;
  };
}
