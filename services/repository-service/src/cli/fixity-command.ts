// holdfast keep fixity.
import { formatBytes } from '@holdfast/service-kit';
import type { Progress } from '../domain/job-progress.ts';
import { startCodecThreads } from '../ingest/reading/codec-threads.ts';
import { createArchiveFixityJob, createFixityJob } from '../jobs/fixity/fixity-job.ts';
import { createRecheckJob } from '../jobs/fixity/recheck.ts';
import type { KeepCommand, KeepDeps, KeepOptions, KeepResult } from './command.ts';
import { CommandError } from './command.ts';
import { writeFixityReport } from './fixity-report.ts';
import { formatProgress } from './format.ts';

/**
 * Members up to this size are passed whole between threads. The value hardly matters, because this command stores no
 * new members.
 */
const INLINE_LIMIT_BYTES = 1024 * 1024;

export const fixityCommand: KeepCommand = {
  name: 'fixity',
  about: 'read everything that is stored, and say what is damaged',
  help: `Reads every stored record once, checks its checksum and digests, and names the artifacts that are damaged, objects
that are missing or too short, and objects that nothing names. Artifacts that were damaged and are well again are
forgiven. To repair one, import or post its content again; where only what was captured with it is damaged (its request,
say), import it with that. ./holdfast keep repair writes objects anew that are not as they were written.
  --report         read nothing; say what the last walks found, AU by AU
  --damaged        read only what is known as damaged
  --archive        read the copies in stores with the role archive, and no others
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
    const progress = await (options.damaged ? recheck(deps) : walk(deps, options.archive === true));
    const seconds = Math.max(0.001, (deps.nowMs() - startedMs) / 1000);
    return withProgress(await writeFixityReport(deps.database.kysely, { brief: true }), progress, seconds);
  },
};

function scopeOf({ report, damaged, archive, namespace, auid }: KeepOptions) {
  if (archive && (report || damaged)) {
    throw new CommandError(
      '--archive reads all copies in archives: it cannot go with --report or --damaged.',
    );
  }
  if (report && damaged) throw new CommandError('--report reads nothing: it cannot go with --damaged.');
  if (!report && (namespace ?? auid) !== undefined) {
    throw new CommandError('--namespace and --auid go with --report.');
  }
  return { namespace: namespace as string | undefined, auid: auid as string | undefined };
}

async function walk(
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
