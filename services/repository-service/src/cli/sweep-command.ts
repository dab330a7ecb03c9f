// Implements `holdfast keep sweep`.
import { formatBytes, readSettings } from '@holdfast/service-kit';
import type { Progress } from '../domain/job-progress.ts';
import { createSweepJob, type SweepReport, type SweepSettings } from '../jobs/sweep/sweep.ts';
import type { KeepCommand, KeepDeps, KeepOptions } from './command.ts';

export const sweepCommand: KeepCommand = {
  name: 'sweep',
  about: 'remove objects and files that crashes left behind',
  help: `Removes unreferenced objects, unfinished writes and uploads, and spool files of this machine. The index must be up to
date with the store: an older index, or one that is not rebuilt yet, is refused.
  --dry-run               remove nothing, list what would be removed
  --age DURATION          minimum age of what is removed (SWEEP_AGE)
  --uncommitted DURATION  also delete artifacts of this age, e.g. 30d, that were never committed (SWEEP_UNCOMMITTED)`,
  options: {
    'dry-run': { type: 'boolean', default: false },
    age: { type: 'string' },
    uncommitted: { type: 'string' },
  },
  run: async (deps, options) => {
    const settings = settingsOf(deps, options);
    const { job, report } = createSweepJob(deps, settings);
    const progress = await deps.runJob(job);
    return {
      lines: formatResult(progress, report, settings),
      json: { ...progress, ...report, dryRun: settings.dryRun },
      clean: report.lost.length === 0,
    };
  },
};

const MAX_MS = 3_650 * 86_400_000;

/** Parses the options with the settings parser, so that options and settings have the same error messages. */
function settingsOf({ settings }: KeepDeps, options: KeepOptions): SweepSettings {
  const text = (name: string) => (typeof options[name] === 'string' ? options[name] : undefined);
  const { ageMs, uncommittedMs } = readSettings(
    { '--age': text('age'), '--uncommitted': text('uncommitted') },
    {
      ageMs: { kind: 'duration', name: '--age', min: 0, max: MAX_MS },
      uncommittedMs: { kind: 'duration', name: '--uncommitted', min: 1, max: MAX_MS },
    },
  );
  return {
    ageMs: ageMs ?? settings.sweepAgeMs,
    uncommittedMs: uncommittedMs ?? settings.sweepUncommittedMs,
    spoolFolder: settings.spoolFolder,
    dryRun: options['dry-run'] === true,
  };
}

function formatResult(
  { items, bytes, counts }: Progress,
  report: SweepReport,
  { dryRun }: SweepSettings,
): string[] {
  const number = (value: number) => value.toLocaleString('en-GB');
  const found = Object.entries(counts).map(([name, count]) => `  ${number(count).padStart(11)}  ${name}`);
  const head = `${number(items)} objects examined; ${formatBytes(bytes)} ${dryRun ? 'would be freed' : 'freed'}`;
  const { lost, foreign, ...removed } = report;
  return [
    head,
    ...found,
    ...(dryRun ? Object.values(removed).flatMap((names) => formatList('', names)) : []),
    ...formatList('The index has lost these objects, although they were recorded; run keep verify:', lost),
    ...formatList('Objects that do not belong to the repository:', foreign),
  ];
}

function formatList(head: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  return ['', ...(head === '' ? [] : [head]), ...names.map((name) => `  ${name}`)];
}
