// Source files of the title database. The rows of a file are served (visible to queries) if the file has a position. A
// file without a position is being read, has been replaced, or was left by an aborted load.
import { runInTransaction } from '@holdfast/pg-kit';
import { sql } from 'kysely';
import type { Db } from '../schema/schema.ts';

/** Thrown if another replica has taken over the load and has removed the rows that this replica stored. */
export class LoadSupersededError extends Error {
  override readonly name = 'LoadSupersededError';

  constructor() {
    super('another load of the title database took over');
  }
}

/** Identifies a version of a title file. */
export interface FileIdentity {
  readonly source: string;
  /** Digest of the content and of all parameters that affect how the file is read. */
  readonly digest: string;
}

/** Result of reading a title file. */
export interface TitleFileReading {
  readonly auCount: number;
  /** IDs of the plugins in the entries. Null if there are too many to store. */
  readonly pluginIds: readonly string[] | null;
  /** Digest of the parameter rules of these plugins. */
  readonly pluginRules: string;
  readonly problems: readonly string[];
  readonly problemCount: number;
}

export interface ServedFile extends FileIdentity, TitleFileReading {
  readonly fileNo: number;
}

export interface ServedTitles {
  readonly fingerprint: string | null;
  readonly problems: readonly string[];
  /** Number of entries that are shadowed by an earlier entry of the same AU. */
  readonly duplicates: number;
}

export async function readServedTitles(db: Db): Promise<ServedTitles> {
  return db
    .selectFrom('tdb_state')
    .select(['fingerprint', 'problems', 'duplicates'])
    .executeTakeFirstOrThrow();
}

export async function selectServedFiles(db: Db): Promise<ServedFile[]> {
  const { rows } = await sql<ServedFile>`
    select file_no as "fileNo", source, digest, au_count as "auCount", plugin_ids as "pluginIds",
      plugin_rules as "pluginRules", problems, problem_count as "problemCount"
    from tdb_file where place is not null order by place`.execute(db);
  return rows;
}

/** Inserts rows for files to be read. Returns the IDs of the rows, in the same order. */
export async function insertPendingFiles(
  db: Db,
  files: readonly FileIdentity[],
  nowMs: number,
): Promise<number[]> {
  if (files.length === 0) return [];
  const { rows } = await sql<{ file_no: number }>`
    insert into tdb_file (source, digest, started_ms)
    select source, digest, ${nowMs}
    from unnest(${files.map(({ source }) => source)}::text[], ${files.map(({ digest }) => digest)}::text[])
      with ordinality as new (source, digest, at)
    order by at
    returning file_no`.execute(db);
  return rows.map(({ file_no }) => file_no).sort((a, b) => a - b);
}

/**
 * Prevents removal of the files until the end of the transaction. Call this before the transaction stores rows. Throws
 * LoadSupersededError if a file has been removed.
 */
export async function lockFiles(db: Db, fileNos: readonly number[]): Promise<void> {
  const { rows } = await sql`
    select from tdb_file where file_no = any(${fileNos}::integer[]) for key share`.execute(db);
  if (rows.length !== fileNos.length) throw new LoadSupersededError();
}

export async function finishFiles(
  db: Db,
  readings: readonly (TitleFileReading & { readonly fileNo: number })[],
): Promise<void> {
  const wire = readings.map((reading) => ({
    file_no: reading.fileNo,
    au_count: reading.auCount,
    plugin_ids: reading.pluginIds,
    plugin_rules: reading.pluginRules,
    problems: reading.problems,
    problem_count: reading.problemCount,
  }));
  await sql`
    update tdb_file as file set au_count = row.au_count, plugin_ids = row.plugin_ids, plugin_rules = row.plugin_rules,
      problems = row.problems, problem_count = row.problem_count
    from json_to_recordset(${JSON.stringify(wire)}) as row (
      file_no integer, au_count integer, plugin_ids text[], plugin_rules text, problems jsonb, problem_count integer
    )
    where file.file_no = row.file_no`.execute(db);
}

/** Removes files that are not visible to queries, with all their rows. */
export async function removeUnservedFiles(db: Db, signal?: AbortSignal): Promise<void> {
  const rows = await db.selectFrom('tdb_file').select('file_no').where('place', 'is', null).execute();
  for (let at = 0; at < rows.length; at += FILES_AT_ONCE) {
    signal?.throwIfAborted();
    await removeFiles(
      db,
      rows.slice(at, at + FILES_AT_ONCE).map(({ file_no }) => file_no),
    );
  }
}

const FILES_AT_ONCE = 50;

/** Removes files. Waits for running transactions that store rows of these files; later transactions fail. */
export async function removeFiles(db: Db, fileNos: readonly number[]): Promise<void> {
  await runInTransaction(db, async (tx) => {
    for (const table of ['tdb_file', 'tdb_au', 'tdb_fact'] as const) {
      await tx.deleteFrom(table).where('file_no', '=', sql<number>`any(${fileNos}::integer[])`).execute();
    }
  });
}
