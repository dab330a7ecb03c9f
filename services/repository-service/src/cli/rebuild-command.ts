// holdfast keep rebuild.
import type { Progress } from '../domain/job-progress.ts';
import { type RebuildReport, rebuildJob, refuseUnlessEmpty } from '../jobs/rebuild/rebuild.ts';
import type { KeepCommand } from './command.ts';
import { parallelOf } from './command.ts';
import { formatBytes } from './format.ts';

export const rebuildCommand: KeepCommand = {
  name: 'rebuild',
  about: 'make the index again from the object store',
  help: `Begins with an empty database; the service must not run. Every artifact comes back as it was: uuid, version,
state, dates, digests; what was deleted stays deleted. Segments whose manifest is damaged are read record by
record. What the state journal had not yet carried over is recorded anew, as if it had just been imported.
  --parallel N   segments read at once`,
  options: { parallel: { type: 'string' } },
  run: async (deps, options) => {
    const { database, store, bytesPerSecond, nowMs } = deps;
    const parallel = parallelOf(options.parallel);
    const { job, report } = rebuildJob({ db: database.kysely, store, parallel, bytesPerSecond });
    // This comes before the job begins, because a refused rebuild must leave no trace of one.
    await refuseUnlessEmpty(database.kysely);
    const startedMs = nowMs();
    const progress = await deps.runJob(job);
    const seconds = Math.max(0.001, (nowMs() - startedMs) / 1000);
    return {
      lines: lines(progress, report, seconds),
      json: { ...progress, ...report, seconds },
      clean: report.missing.length + report.unreadable.length === 0 && isWhole(progress),
    };
  },
};

/** What may be counted although nothing is lost. */
const harmless = ['objects', 'objects without a manifest', 'objects beyond the journal', 'left-over objects'];

function isWhole({ counts }: Progress): boolean {
  return Object.keys(counts).every((name) => harmless.includes(name));
}

function lines({ items, bytes, counts }: Progress, report: RebuildReport, seconds: number): string[] {
  const number = (value: number) => value.toLocaleString('en-GB');
  const rate = `${number(Math.round(items / seconds))} artifacts/s, ${formatBytes(bytes / seconds)}/s`;
  return [
    `${number(items)} artifacts of ${formatBytes(bytes)} in ${seconds.toFixed(1)} s (${rate})`,
    ...Object.entries(counts).map(([name, count]) => `  ${number(count).padStart(11)}  ${name}`),
    ...listed('Objects that are missing; what was in them is lost:', report.missing),
    ...listed('Objects that cannot be read:', report.unreadable),
    ...listed('Objects that nothing was made of, left behind by imports that broke off:', report.leftOver),
  ];
}

function listed(head: string, keys: readonly string[]): string[] {
  if (keys.length === 0) return [];
  const more = keys.length > 20 ? [`  … and ${keys.length - 20} more`] : [];
  return ['', head, ...keys.slice(0, 20).map((key) => `  ${key}`), ...more];
}
