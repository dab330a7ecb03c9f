// The sweep job. Removes leftovers of crashes: unrecorded objects, unfinished writes and spool files. If configured,
// also removes old uncommitted artifacts. A dry run only lists them.
import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObjectStore } from '@holdfast/object-store';
import type { Database } from '@holdfast/pg-kit';
import type { Log } from '@holdfast/service-kit';
import { deleteArtifact } from '../../index/aus/change-artifact.db.ts';
import { listUncommittedAfter, readDatabaseClockMs } from '../../index/keeping/sweep.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { saveJobReport } from '../../index/view/job-states.db.ts';
import type { Job } from '../frame/job.ts';
import type { JobRun } from '../frame/job-run.ts';
import type { JobSettings } from '../frame/settings.ts';
import { removeRetiredObjects } from '../merging/retired.ts';
import { countOldVersions } from '../versions/count-old-versions.ts';
import { sweepManifestCopies } from './manifest-copies.ts';
import { sweepObjects } from './objects.ts';
import { throwIfUnsafeToSweep } from './safety.ts';

export interface SweepDeps {
  readonly database: Database<IndexSchema>;
  readonly store: ObjectStore;
  readonly log: Log;
  nowMs(): number;
}

export interface SweepSettings {
  /** Minimum age of objects, unfinished writes and spool files to remove. */
  readonly ageMs: number;
  /** Age at which artifacts that were never committed are removed. 0 disables their removal. */
  readonly uncommittedMs: number;
  readonly spoolFolder: string;
  readonly dryRun: boolean;
}

export function toSweepSettings(
  settings: Pick<JobSettings, 'sweepAgeMs' | 'sweepUncommittedMs' | 'spoolFolder'>,
): SweepSettings {
  const { sweepAgeMs: ageMs, sweepUncommittedMs: uncommittedMs, spoolFolder } = settings;
  return { ageMs, uncommittedMs, spoolFolder, dryRun: false };
}

/** First items of each kind. All kinds except `lost` and `foreign` were removed or, in a dry run, would be removed. */
export interface SweepReport {
  readonly objects: string[];
  readonly unfinished: string[];
  readonly spool: string[];
  readonly uncommitted: string[];
  /** Objects that are in the journal but not in the index. */
  readonly lost: string[];
  readonly foreign: string[];
}

export const SWEEP_NAME = 'sweep';
export const SWEEP_PREVIEW_NAME = 'sweep (dry run)';

const MAX_LISTED = 1_000;
const MAX_UNFINISHED = 10_000;

type SweepPosition = { step: 'objects'; after: string } | { step: 'uncommitted'; after: number };

export function createSweepJob(deps: SweepDeps, settings: SweepSettings): { job: Job; report: SweepReport } {
  const report: SweepReport = {
    objects: [],
    unfinished: [],
    spool: [],
    uncommitted: [],
    lost: [],
    foreign: [],
  };
  const walk = new SweepWalk(deps, settings, report);
  // A dry run saves its position separately from real runs.
  const name = settings.dryRun ? SWEEP_PREVIEW_NAME : SWEEP_NAME;
  return { job: { name, work: (run) => walk.work(run) }, report };
}

class SweepWalk {
  readonly #deps: SweepDeps;
  readonly #settings: SweepSettings;
  readonly #report: SweepReport;

  constructor(deps: SweepDeps, settings: SweepSettings, report: SweepReport) {
    this.#deps = deps;
    this.#settings = settings;
    this.#report = report;
  }

  async work(run: JobRun): Promise<void> {
    const { database, store } = this.#deps;
    const position = run.position as SweepPosition | undefined;
    if (position?.step !== 'uncommitted') {
      await throwIfUnsafeToSweep(database.kysely, store);
      if (!this.#settings.dryRun) await removeRetiredObjects(this.#deps, run.signal);
      await this.#sweepUnfinished(run);
      await this.#sweepObjects(run, position?.after ?? '');
      await this.#sweepManifestCopies(run);
      await this.#countOldVersions(run);
    }
    if (this.#settings.uncommittedMs > 0) {
      await this.#sweepUncommitted(run, position?.step === 'uncommitted' ? position.after : 0);
    }
  }

  /**
   * Removes old unfinished writes and spool files. Their age is measured by the store's clock or this machine's clock.
   * A writer that is still active gets an error.
   */
  async #sweepUnfinished(run: JobRun): Promise<void> {
    const { store, nowMs } = this.#deps;
    const { ageMs, dryRun, spoolFolder } = this.#settings;
    const beforeMs = nowMs() - ageMs;
    for (const { name, changedMs, sizeBytes } of await store.unfinished(MAX_UNFINISHED)) {
      if (changedMs >= beforeMs) continue;
      if (!dryRun) await store.discardUnfinished(name);
      this.#recordFindings(run, 'unfinished', [name], sizeBytes);
    }
    this.#recordFindings(run, 'spool', await sweepSpool(spoolFolder, { beforeMs, dryRun }));
  }

  async #sweepObjects(run: JobRun, after: string): Promise<void> {
    const { database, store, log } = this.#deps;
    const { ageMs, dryRun } = this.#settings;
    const deps = { db: database.kysely, store };
    const beforeMs = (await readDatabaseClockMs(deps.db)) - ageMs;
    for await (const found of sweepObjects(deps, { after, beforeMs, dryRun })) {
      run.done({ items: found.objects, counts: found.young > 0 ? { 'too young to tell': found.young } : {} });
      for (const { key, sizeBytes } of found.removed) this.#recordFindings(run, 'objects', [key], sizeBytes);
      this.#recordFindings(run, 'lost', found.lost);
      this.#recordFindings(run, 'foreign', found.foreign);
      if (found.lost.length > 0)
        log.error({ objects: found.lost }, 'the object store contains objects that the index has lost');
      await run.reached({ step: 'objects', after: found.after } satisfies SweepPosition);
    }
  }

  async #sweepManifestCopies(run: JobRun): Promise<void> {
    const { database, store } = this.#deps;
    const { ageMs, dryRun } = this.#settings;
    const deps = { db: database.kysely, store };
    const beforeMs = (await readDatabaseClockMs(deps.db)) - ageMs;
    for await (const copies of sweepManifestCopies(deps, { beforeMs, dryRun }))
      for (const { key, sizeBytes } of copies) this.#recordFindings(run, 'objects', [key], sizeBytes);
    if (!dryRun) await removeRetiredObjects(this.#deps, run.signal);
  }

  /** Counts the versions of deleted objects that buckets keep. The sweep cannot free their space. */
  async #countOldVersions(run: JobRun): Promise<void> {
    const { versions, bytes } = await countOldVersions(this.#deps.store, run.signal);
    if (versions > 0) run.done({ counts: { 'old versions': versions, 'bytes of old versions': bytes } });
  }

  async #sweepUncommitted(run: JobRun, from: number): Promise<void> {
    const db = this.#deps.database.kysely;
    const { uncommittedMs, dryRun } = this.#settings;
    const beforeMs = (await readDatabaseClockMs(db)) - uncommittedMs;
    for (let after: number | undefined = from; after !== undefined; ) {
      await run.reached({ step: 'uncommitted', after } satisfies SweepPosition);
      const { artifacts, lastSegmentId } = await listUncommittedAfter(db, { after, beforeMs });
      for (const { id } of artifacts) {
        const gone = dryRun || (await deleteArtifact(db, id, { ifNeverCommitted: true })) === 'deleted';
        if (gone) this.#recordFindings(run, 'uncommitted', [id]);
      }
      after = lastSegmentId;
    }
  }

  #recordFindings(run: JobRun, what: keyof SweepReport, names: readonly string[], bytes = 0): void {
    if (names.length === 0) return;
    this.#report[what].push(...names.slice(0, MAX_LISTED - this.#report[what].length));
    run.done({ bytes, counts: { [words[what]]: names.length } });
  }
}

const words: Record<keyof SweepReport, string> = {
  objects: 'objects left behind',
  unfinished: 'unfinished writes',
  spool: 'spool files',
  uncommitted: 'uncommitted artifacts',
  lost: 'objects the index has lost',
  foreign: 'objects of others',
};

/** Names of spool files. Such a file remains if its process was killed between creating and unlinking it. */
const NAME_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Returns the names of spool files without recent writes. Removes them unless this is a dry run. Ignores all other
 * files in the folder.
 */
async function sweepSpool(
  folder: string,
  { beforeMs, dryRun }: { beforeMs: number; dryRun: boolean },
): Promise<string[]> {
  const found: string[] = [];
  for (const name of await withFallbackIfMissing(readdir(folder), [])) {
    if (!NAME_PATTERN.test(name)) continue;
    const path = join(folder, name);
    const info = await withFallbackIfMissing(stat(path), undefined);
    if (!info?.isFile() || info.mtimeMs >= beforeMs) continue;
    if (!dryRun) await withFallbackIfMissing(unlink(path), undefined);
    found.push(name);
  }
  return found;
}

async function withFallbackIfMissing<T>(work: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return otherwise;
    throw error;
  }
}

// Dry run of the sweep. Stores its report in the job's row, where users can view it.

/** Maximum number of items per kind in the report. The job's counts include all items. */
const MAX_KEPT = 200;

/** Creates the dry run. It cannot be resumed, because a report on half a pass would be misleading. */
export function createSweepPreviewJob(deps: SweepDeps, settings: SweepSettings): Job {
  let report: SweepReport | undefined;
  return {
    name: SWEEP_PREVIEW_NAME,
    resumable: false,
    work: (run) => {
      const sweep = createSweepJob(deps, { ...settings, dryRun: true });
      report = sweep.report;
      return sweep.job.work(run);
    },
    conclude: (tx) => saveJobReport(tx, SWEEP_PREVIEW_NAME, shortenReport(report!)),
  };
}

function shortenReport(report: SweepReport): SweepReport {
  const kinds = Object.entries(report).map(([kind, names]) => [kind, names.slice(0, MAX_KEPT)]);
  return Object.fromEntries(kinds) as SweepReport;
}
