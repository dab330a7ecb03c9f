// Stores AUs of a generation, with their titles and publishers, a batch at a time.
import { inTransaction } from '@holdfast/pg-kit';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { AuRow } from '../../domain/titles/au-row.ts';
import { detachedText } from '../../domain/titles/known-title.ts';
import type { Db } from '../schema/schema.ts';
import { hiddenFromPlanner, holdGeneration } from './generation.db.ts';
import { storeTitles, type TitleStore, titleNoOf } from './store-titles.db.ts';

/** The memory of a load from batch to batch; its size does not grow with the database. */
export interface Store extends TitleStore {
  publisherCount: number;
  auCount: number;
}

/** More rows than this at once are not stored: what a batch needs must be remembered until its end. */
export const BATCH_ROWS = 1_000;

export function newStore(generation: number): Store {
  return {
    generation,
    publishers: new LRUCache({ max: BATCH_ROWS }),
    titles: new LRUCache({ max: BATCH_ROWS }),
    publisherCount: 0,
    titleCount: 0,
    auCount: 0,
  };
}

/** Gives the rows that were not stored, since the same AU came before. Throws LoadSupersededError. */
export async function storeRows(db: Db, store: Store, rows: readonly AuRow[]): Promise<readonly AuRow[]> {
  // Once, since a second try would find its own traces in what is remembered.
  const once = { attempts: 1 };
  return inTransaction(
    db,
    async (tx) => {
      await holdGeneration(tx, store.generation);
      const { fresh, duplicates } = await withoutDuplicates(tx, store, rows);
      await storePublishers(tx, store, fresh);
      await storeTitles(tx, store, fresh);
      await storeAus(tx, store, fresh);
      return duplicates;
    },
    once,
  );
}

async function withoutDuplicates(tx: Db, { generation }: Store, rows: readonly AuRow[]) {
  const identities = rows.map(({ identity }) => identity);
  const stored = await tx
    .selectFrom('tdb_au')
    .select('identity')
    .where('generation', '=', hiddenFromPlanner(generation))
    .where('identity', '=', sql<string>`any(${identities}::uuid[])`)
    .execute();
  const seen = new Set(stored.map(({ identity }) => identity));
  const fresh: AuRow[] = [];
  const duplicates: AuRow[] = [];
  for (const row of rows) {
    (seen.has(row.identity) ? duplicates : fresh).push(row);
    seen.add(row.identity);
  }
  return { fresh, duplicates };
}

async function storePublishers(tx: Db, store: Store, rows: readonly AuRow[]): Promise<void> {
  const { generation, publishers } = store;
  const isUnknown = (name: string) => publishers.get(name) === undefined;
  const unknown = [...new Set(rows.map(({ publisher }) => publisher))].filter(isUnknown);
  if (unknown.length === 0) return;
  const stored = await tx
    .selectFrom('tdb_publisher')
    .select(['name', 'publisher_no'])
    .where('generation', '=', hiddenFromPlanner(generation))
    .where('name', '=', sql<string>`any(${unknown})`)
    .execute();
  for (const { name, publisher_no } of stored) publishers.set(name, publisher_no);
  const fresh = unknown
    .filter(isUnknown)
    .map((name) => ({ generation, publisher_no: ++store.publisherCount, name: detachedText(name) }));
  if (fresh.length === 0) return;
  await tx.insertInto('tdb_publisher').values(fresh).execute();
  for (const { name, publisher_no } of fresh) publishers.set(name, publisher_no);
}

async function storeAus(tx: Db, store: Store, rows: readonly AuRow[]): Promise<void> {
  if (rows.length === 0) return;
  const wire = rows.map((row) => ({
    au_no: ++store.auCount,
    title_no: titleNoOf(store, row),
    down: row.down,
    identity: row.identity,
    auid: row.auid,
    name: row.name,
    plugin_id: row.pluginId,
    year: row.year,
    status: row.status,
    params: row.params,
    attrs: row.attrs,
    props: row.props,
    default_only: row.defaultOnly,
  }));
  await sql`
    insert into tdb_au (
      generation, au_no, title_no, down, identity, auid, name, plugin_id, year, status,
      params, attrs, props, default_only
    )
    select ${store.generation}, au_no, title_no, down, identity, auid, name, plugin_id, year, status,
      params, attrs, props, default_only
    from json_to_recordset(${JSON.stringify(wire)}) as row (
      au_no integer, title_no integer, down boolean, identity uuid, auid text, name text, plugin_id text, year text,
      status text, params jsonb, attrs jsonb, props jsonb, default_only text[]
    )`.execute(tx);
}
