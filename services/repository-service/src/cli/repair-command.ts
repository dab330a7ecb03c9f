// Implements `holdfast keep repair`.

import { withAdvisoryLock } from '@holdfast/pg-kit';
import { readSettings } from '@holdfast/service-kit';
import type { Progress } from '../domain/job-progress.ts';
import { softwareName } from '../domain/service-identity.ts';
import { startCodecThreads } from '../ingest/reading/codec-threads.ts';
import { COMPACTION_NAME } from '../jobs/compaction.ts';
import { makeJobLockName } from '../jobs/frame/job.ts';
import { createRepairJob, type RepairReport, type RepairSettings } from '../jobs/repair/repair-job.ts';
import type { KeepCommand, KeepDeps, KeepOptions, KeepResult } from './command.ts';
import { writeFixityReport } from './fixity-report.ts';

/** Maximum size of a gzip member that codec threads send at once. Irrelevant here, because nothing is imported. */
const INLINE_LIMIT_BYTES = 1024 * 1024;

export const repairCommand: KeepCommand = {
  name: 'repair',
  about: 'rewrite damaged objects from their intact records',
  help: `Reads everything again that fixity found damaged. Content that is intact now is no longer reported as damaged. A damaged
object (its end or its manifest is missing, or bytes were added) is rewritten: its intact records are copied byte for
byte, and the old object is removed after a grace period (COMPACTION_GRACE). The service may run.
An artifact whose own record is damaged stays damaged, and is listed: import its content again, or delete it. A damaged
record that belongs to no artifact, such as a warcinfo record, is dropped, and listed.
  --give-up          also drop damaged records that were captured with an artifact (its request, its metadata); the
                     artifact is then intact without them
  --object KEY[,…]   only these objects; they are rewritten even if they are not known to be damaged
  --grace DURATION   remove replaced objects after this time, e.g. 0s or 10m (COMPACTION_GRACE)`,
  options: {
    'give-up': { type: 'boolean', default: false },
    object: { type: 'string' },
    grace: { type: 'string' },
  },
  run: async (deps, options) => {
    const codec = startCodecThreads(deps.settings.codecThreads, INLINE_LIMIT_BYTES);
    try {
      const { job, report } = createRepairJob(
        { ...deps, codec, software: softwareName },
        settingsOf(deps, options),
      );
      const progress = await runWithoutCompaction(deps, () => deps.runJob(job));
      return resultOf(await writeFixityReport(deps.database.kysely, { brief: true }), progress, report);
    } finally {
      await codec.close();
    }
  },
};

function settingsOf({ settings, bytesPerSecond }: KeepDeps, options: KeepOptions): RepairSettings {
  const { grace, object } = options;
  // Parses the option with the settings parser, so that options and settings have the same error messages.
  const { graceMs } = readSettings(
    { '--grace': typeof grace === 'string' ? grace : undefined },
    { graceMs: { kind: 'duration', name: '--grace', min: 0, max: 30 * 86_400_000 } },
  );
  const only = typeof object === 'string' ? object.split(',').filter(Boolean) : undefined;
  return {
    graceMs: graceMs ?? settings.compactionGraceMs,
    giveUp: options['give-up'] === true,
    only,
    bytesPerSecond,
  };
}

/** Waits until no compaction is running, then runs `work`. No compaction can start before `work` ends. */
async function runWithoutCompaction<Result>(
  { database, signal }: KeepDeps,
  work: () => Promise<Result>,
): Promise<Result> {
  const outcome = await withAdvisoryLock(database.pool, makeJobLockName(COMPACTION_NAME), work, { signal });
  if (!outcome.acquired) throw new Error('unreachable: the lock is waited for');
  return outcome.result;
}

function resultOf(left: KeepResult, progress: Progress, report: RepairReport): KeepResult {
  const { rewritten, well, givenUp, missing, unrepaired, unknown } = report;
  const number = (value: number) => value.toLocaleString('en-GB');
  return {
    lines: [
      `${number(rewritten.length)} objects rewritten, ${number(well.length)} found intact`,
      ...formatList(
        'Rewritten:',
        rewritten.map(
          ({ object, to }) => `${object} → ${to ?? '(removed, because nothing refers to its records)'}`,
        ),
      ),
      ...formatList(
        'Dropped, because they cannot be repaired:',
        givenUp.map(({ object, offset, what }) => `${what} at ${offset} of ${object}`),
      ),
      ...formatList('Missing from the store; import their content again, or delete the artifacts:', missing),
      ...formatList(
        'Not repaired:',
        unrepaired.map(({ object, why }) => `${object}: ${why}`),
      ),
      ...formatList('Not objects of segments:', unknown),
      '',
      ...left.lines,
    ],
    json: { ...progress, ...report, ...(left.json as object) },
    clean: left.clean && givenUp.length + unknown.length === 0,
  };
}

function formatList(head: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : ['', head, ...items.map((item) => `  ${item}`)];
}
