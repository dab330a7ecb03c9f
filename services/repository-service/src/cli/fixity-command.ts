// Implements `holdfast keep fixity`.
import { formatBytes } from '@holdfast/service-kit';
import type { Progress } from '../domain/job-progress.ts';
import { startCodecThreads } from '../ingest/reading/codec-threads.ts';
import { createArchiveFixityJob, createFixityJob } from '../jobs/fixity/fixity-job.ts';
import { createRecheckJob } from '../jobs/fixity/recheck.ts';
import type { KeepCommand, KeepDeps, KeepOptions, KeepResult } from './command.ts';
import { CommandError } from './command.ts';
import { writeFixityReport } from './fixity-report.ts';
import { formatProgress } from './format.ts';

/** Maximum size of a gzip member that codec threads send at once. Irrelevant here, because nothing is written. */
const INLINE_LIMIT_BYTES = 1024 * 1024;

export const fixityCommand: KeepCommand = {
  name: 'fixity',
  about: 'read all stored content and report damage',
  help: `Reads every stored record once, verifies its checksum and digests, and reports damaged artifacts, missing and truncated
objects, and unreferenced objects. Artifacts that can be read again are no longer reported as damaged. To repair an
artifact, import or post its content again; if only records captured with it are damaged (such as its request), import
the content together with them. ./holdfast keep repair rewrites damaged objects.
  --report         read nothing; show the results of the last runs, AU by AU
  --damaged        read only known damage
  --archive        read only the copies in stores with the role archive
  --namespace NS   with --report: only this namespace
  --auid AUID      with --report: only this AU`,
  options: {
    report: { type: 'boolean', default: false },
    damaged: { type: 'boolean', default: false },
    archive: { type: 'boolean', default: false },
    namespace: { type: 'string' },
    auid: { type: 'string' },
  },
  run: async (deps, options) => {
    const scope = scopeOf(options);
    if (options.report) return writeFixityReport(deps.database.kysely, scope);
    const startedMs = deps.nowMs();
    const progress = await (options.damaged ? recheck(deps) : runFixityJob(deps, options.archive === true));
    const seconds = Math.max(0.001, (deps.nowMs() - startedMs) / 1000);
    return withProgress(await writeFixityReport(deps.database.kysely, { brief: true }), progress, seconds);
  },
};

function scopeOf({ report, damaged, archive, namespace, auid }: KeepOptions) {
  if (archive && (report || damaged)) {
    throw new CommandError('--archive cannot be combined with --report or --damaged.');
  }
  if (report && damaged) throw new CommandError('--report cannot be combined with --damaged.');
  if (!report && (namespace ?? auid) !== undefined) {
    throw new CommandError('--namespace and --auid can only be used with --report.');
  }
  return { namespace: namespace as string | undefined, auid: auid as string | undefined };
}

async function runFixityJob(
  { database, store, settings, nowMs, bytesPerSecond, runJob }: KeepDeps,
  isArchive: boolean,
): Promise<Progress> {
  const codec = startCodecThreads(settings.codecThreads, INLINE_LIMIT_BYTES);
  try {
    const parallel = settings.codecThreads + 1;
    const makeJob = isArchive ? createArchiveFixityJob : createFixityJob;
    return await runJob(makeJob({ db: database.kysely, store, codec, parallel, nowMs }, bytesPerSecond));
  } finally {
    await codec.close();
  }
}

function recheck({ database, store, bytesPerSecond, runJob }: KeepDeps): Promise<Progress> {
  return runJob(createRecheckJob({ db: database.kysely, store }, bytesPerSecond));
}

function withProgress(report: KeepResult, progress: Progress, seconds: number): KeepResult {
  const { items, bytes } = progress;
  const rate = `${Math.round(items / seconds).toLocaleString('en-GB')} artifacts/s, ${formatBytes(bytes / seconds)}/s`;
  return {
    ...report,
    lines: [`${formatProgress(progress)} in ${seconds.toFixed(1)} s (${rate})`, ...report.lines],
    json: { ...progress, seconds, ...(report.json as object) },
  };
}
