// Implements `holdfast keep rebuild`.
import { UnreleasedSchemaError } from '@holdfast/pg-kit';
import { formatBytes } from '@holdfast/service-kit';
import type { Progress } from '../domain/job-progress.ts';
import { isUnfinished } from '../index/keeping/jobs.db.ts';
import { isIndexEmpty } from '../index/rebuild/complete.db.ts';
import {
  copyFromOldSchema,
  listIndexObjects,
  listOldIndexSchemas,
  moveSchemaAside,
} from '../index/rebuild/set-aside.db.ts';
import { createRebuildJob, type RebuildReport } from '../jobs/rebuild/rebuild.ts';
import {
  REBUILD_NAME,
  RebuildError,
  refuseUnlessIndexEmpty,
  refuseWhileServicesConnected,
} from '../jobs/rebuild/refusals.ts';
import type { KeepCommand, KeepDeps } from './command.ts';
import { parseParallelOption } from './command.ts';

export const rebuildCommand: KeepCommand = {
  name: 'rebuild',
  about: 'rebuild the index from the object store, and restore the configuration',
  help: `Builds a new index from the object store. Stop the service first. Every artifact keeps its uuid, version, state, dates and
digests; deleted artifacts stay deleted. Segments with a damaged manifest are read record by record. Artifacts that the
state journal does not contain yet are recorded again, as if they had just been imported. Without --replace, the
database must be empty. Exit code 1: something could not be restored; the output lists it.
Then restores the database of the configuration service from its journal in the store, if the database is older than the
journal. This database is DATABASE_URL, or CONFIG_DATABASE_URL if each service has its own. JOURNAL_KEY decrypts the
journal.
  --only DATABASE  repository or configuration: rebuild only this database
  --replace      first move the tables of the existing index into a separate schema of the same database. The output
                 names this schema; drop it when you no longer need it
  --parallel N   number of segments to read at once`,
  options: { parallel: { type: 'string' }, replace: { type: 'boolean' } },
  makesTables: true,
  run: async (deps, options) => {
    const { database, store, bytesPerSecond, nowMs } = deps;
    const parallel = parseParallelOption(options.parallel);
    const { job, report } = createRebuildJob({ db: database.kysely, store, parallel, bytesPerSecond });
    const aside = options.replace === true ? await replaceIndex(deps) : void (await deps.migrate());
    // Check before the job starts: a rejected rebuild must not change an existing index.
    await refuseUnlessIndexEmpty(database.kysely);
    const startedMs = nowMs();
    const progress = await deps.runJob(job);
    const seconds = Math.max(0.001, (nowMs() - startedMs) / 1000);
    const { missing, unreadable, partial, damagedJournal } = report;
    const notTakenIn = [missing, unreadable, partial, damagedJournal].flat().length;
    return {
      lines: [...formatResult(progress, report, seconds), ...asideLines(aside)],
      json: { ...progress, ...report, seconds, ...(aside !== undefined && { aside }) },
      clean: notTakenIn === 0 && isComplete(progress),
    };
  },
};

/**
 * Moves the current index to another schema and creates the tables of a new index. If a rebuild was interrupted, keeps
 * its tables instead. Returns the schema that contains the old index, or undefined if there is no old index.
 */
async function replaceIndex({ database: { kysely: db }, migrate }: KeepDeps): Promise<string | undefined> {
  // An index of a development build cannot be migrated, so it is moved unchanged.
  await migrate().catch((error: unknown) => {
    if (!(error instanceof UnreleasedSchemaError)) throw error;
  });
  if (!(await isUnfinished(db, REBUILD_NAME))) await refuseWhileServicesConnected(db);
  if (!(await isUnfinished(db, REBUILD_NAME)) && !(await isIndexEmpty(db))) {
    const objects = await listIndexObjects(db).catch(throwExplained);
    await moveSchemaAside(db, objects).catch(throwExplained);
    await migrate();
  }
  const [latest] = await listOldIndexSchemas(db);
  if (latest && !latest.carriedOver) await copyFromOldSchema(db, latest.name);
  return latest?.name;
}

function throwExplained(error: unknown): never {
  const words = error instanceof Error ? error.message : String(error);
  throw new RebuildError(
    `The index could not be set aside (${words}). The user of DATABASE_URL needs the right to create a schema in this ` +
      'database (GRANT CREATE ON DATABASE …) and must own its tables. Nothing was changed.',
    { cause: error },
  );
}

function asideLines(schema: string | undefined): string[] {
  if (schema === undefined) return [];
  return [
    '',
    `The old index is in the schema ${schema} of this database. When you no longer need it:`,
    `  DROP SCHEMA ${schema} CASCADE;`,
  ];
}

/** Counts that may be above 0 although the rebuild lost no content. */
const harmless = [
  'objects',
  'objects without a manifest',
  'objects beyond the journal',
  'objects that are not needed',
  'artifacts with another version',
  'records stored twice',
];

function isComplete({ counts }: Progress): boolean {
  return Object.keys(counts).every((name) => harmless.includes(name));
}

function formatResult({ items, bytes, counts }: Progress, report: RebuildReport, seconds: number): string[] {
  const number = (value: number) => value.toLocaleString('en-GB');
  const rate = `${number(Math.round(items / seconds))} artifacts/s, ${formatBytes(bytes / seconds)}/s`;
  return [
    `${number(items)} artifacts of ${formatBytes(bytes)} in ${seconds.toFixed(1)} s (${rate})`,
    ...Object.entries(counts).map(([name, count]) => `  ${number(count).padStart(11)}  ${name}`),
    ...formatList('Missing objects; their content is lost:', report.missing),
    ...formatList('Objects that cannot be read:', report.unreadable),
    ...formatList('Objects with records that could not be restored:', report.partial),
    ...formatList(
      'Damaged objects of the state journal; the changes in them are lost:',
      report.damagedJournal,
    ),
    ...formatList('Ignored objects; other objects contain their records:', report.leftOver),
  ];
}

function formatList(head: string, keys: readonly string[]): string[] {
  if (keys.length === 0) return [];
  const more = keys.length > 20 ? [`  … and ${keys.length - 20} more`] : [];
  return ['', head, ...keys.slice(0, 20).map((key) => `  ${key}`), ...more];
}
