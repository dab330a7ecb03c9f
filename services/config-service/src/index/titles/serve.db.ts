// Makes a new set of title files visible in one transaction, so that queries see either the old or the new titles. Does
// not write unchanged rows.
import { runInTransaction } from '@holdfast/pg-kit';
import { sql } from 'kysely';
import type { Db } from '../schema/schema.ts';
import { LoadSupersededError, type ServedTitles } from './files.db.ts';
import { updateTitleRows } from './remake-titles.db.ts';

export interface ServingPlan extends Pick<ServedTitles, 'fingerprint' | 'problems'> {
  /** All files to make visible, in order of precedence. */
  readonly fileNos: readonly number[];
  readonly loadedMs: number;
}

export interface ServingOutcome {
  /** True if a file was added or removed, or the order of the files changed. */
  readonly changed: boolean;
  readonly duplicates: number;
}

/** Makes the given files visible and hides all others. Throws LoadSupersededError. */
export async function serveFiles(db: Db, serving: ServingPlan): Promise<ServingOutcome> {
  const { fileNos, fingerprint, problems, loadedMs } = serving;
  return runInTransaction(db, async (tx) => {
    await sql`select from tdb_state for update`.execute(tx);
    const touched = await replaceOrder(tx, fileNos);
    const titles = await selectTitleIds(tx, touched);
    for (const title of await updateShadowed(tx, touched)) titles.add(title);
    await updateTitleRows(tx, [...titles]);
    const duplicates = await countDuplicates(tx);
    await tx
      .updateTable('tdb_state')
      .set({ fingerprint, loaded_ms: loadedMs, problems: JSON.stringify(problems), duplicates })
      .execute();
    return { changed: touched.length > 0, duplicates };
  });
}

/**
 * Sets the positions of the files. Returns the files that were added or removed and, if the order changed, all other
 * files as well.
 */
async function replaceOrder(tx: Db, fileNos: readonly number[]): Promise<number[]> {
  const { rows: there } = await sql<{ file_no: number; place: number | null }>`
    select file_no, place from tdb_file where place is not null or file_no = any(${fileNos}::integer[])
    order by place for update`.execute(tx);
  const places = new Map(there.map(({ file_no, place }) => [file_no, place]));
  if (fileNos.some((fileNo) => !places.has(fileNo))) throw new LoadSupersededError();
  const wanted = new Set(fileNos);
  const gone = there.flatMap(({ file_no }) => (wanted.has(file_no) ? [] : [file_no]));
  const fresh = fileNos.filter((fileNo) => places.get(fileNo) === null);
  const kept = fileNos.filter((fileNo) => places.get(fileNo) !== null);
  const isOrdered = kept.every((fileNo, at) => at === 0 || places.get(kept[at - 1]!)! < places.get(fileNo)!);
  await sql`
    update tdb_file as file set place = new.place
    from unnest(${fileNos}::integer[]) with ordinality as new (file_no, place)
    where file.file_no = new.file_no and file.place is distinct from new.place`.execute(tx);
  await sql`update tdb_file set place = null where file_no = any(${gone}::integer[])`.execute(tx);
  return [...gone, ...fresh, ...(isOrdered ? [] : kept)];
}

async function selectTitleIds(tx: Db, fileNos: readonly number[]): Promise<Set<string>> {
  const { rows } = await sql<{ title_id: string }>`
    select distinct title_id from tdb_au where file_no = any(${fileNos}::integer[])`.execute(tx);
  return new Set(rows.map(({ title_id }) => title_id));
}

/** Marks all entries of an AU except the first as shadowed. Returns the IDs of titles whose AUs changed. */
async function updateShadowed(tx: Db, touched: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ title_id: string }>`
    with ranked as (
      select file_no, au_no, row_number() over (partition by identity order by place, au_no) > 1 as is_later
      from tdb_au join tdb_file using (file_no)
      where place is not null
        and identity in (select identity from tdb_au where file_no = any(${touched}::integer[]))
    )
    update tdb_au as au set shadowed = is_later from ranked
    where au.file_no = ranked.file_no and au.au_no = ranked.au_no and shadowed <> is_later
    returning title_id`.execute(tx);
  return rows.map(({ title_id }) => title_id);
}

async function countDuplicates(tx: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from tdb_au join tdb_file using (file_no)
    where shadowed and place is not null`.execute(tx);
  return rows[0]!.count;
}

export interface DuplicateTitle {
  readonly source: string;
  readonly line: number;
  readonly column: number | null;
  readonly name: string;
}

/** Returns at most `limit` entries that are shadowed by an earlier entry of the same AU, in the order of the files. */
export async function selectFirstDuplicates(db: Db, limit: number): Promise<DuplicateTitle[]> {
  const { rows } = await sql<DuplicateTitle>`
    select source, line, line_column as "column", name from tdb_au join tdb_file using (file_no)
    where shadowed and place is not null order by place, au_no limit ${limit}`.execute(db);
  return rows;
}

/**
 * Updates the table statistics. Call this after storing many rows. Otherwise, PostgreSQL plans queries for the old
 * table sizes until autovacuum runs.
 */
export async function analyzeTitles(db: Db): Promise<void> {
  await sql`analyze tdb_file, tdb_fact, tdb_publisher, tdb_title, tdb_au`.execute(db);
}
