// Stores the AUs of title files in batches. The rows are not visible to queries yet.
import { createHash } from 'node:crypto';
import { runInTransaction } from '@holdfast/pg-kit';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { AuRow } from '../../domain/titles/au-row.ts';
import type { Db } from '../schema/schema.ts';
import { lockFiles } from './files.db.ts';

/** State of storing one file. Its memory use does not depend on the size of the file. */
export interface FileStoringState {
  readonly fileNo: number;
  auCount: number;
  factCount: number;
  /** IDs of recently stored facts. */
  readonly facts: LRUCache<string, number>;
}

export const BATCH_ROWS = 1_000;

export function createFileStore(fileNo: number): FileStoringState {
  return { fileNo, auCount: 0, factCount: 0, facts: new LRUCache({ max: BATCH_ROWS }) };
}

export interface RowToStore {
  readonly store: FileStoringState;
  readonly row: AuRow;
}

/** Stores rows. Throws LoadSupersededError. Do not retry after an error: the counters in `store` have changed. */
export async function storeRows(db: Db, rows: readonly RowToStore[]): Promise<void> {
  const facts: object[] = [];
  const aus = rows.map(({ store, row }) => wireOf(store, row, facts));
  await runInTransaction(
    db,
    async (tx) => {
      await lockFiles(tx, [...new Set(rows.map(({ store }) => store.fileNo))]);
      await sql`
        insert into tdb_fact (file_no, fact_no, publisher, title, facts)
        select * from json_to_recordset(${JSON.stringify(facts)}) as row (
          file_no integer, fact_no integer, publisher text, title text, facts jsonb
        )`.execute(tx);
      await sql`
        insert into tdb_au (${columns})
        select ${columns} from json_to_recordset(${JSON.stringify(aus)}) as row (
          file_no integer, au_no integer, title_id uuid, fact_no integer, line integer, line_column integer, down boolean,
          identity uuid, auid text, name text, plugin_id text, year text, status text, params jsonb, attrs jsonb,
          props jsonb, default_only text[]
        )`.execute(tx);
    },
    { attempts: 1 },
  );
}

const columns = sql.raw(
  'file_no, au_no, title_id, fact_no, line, line_column, down, identity, auid, name, plugin_id, year, status, ' +
    'params, attrs, props, default_only',
);

function wireOf(store: FileStoringState, row: AuRow, facts: object[]) {
  return {
    file_no: store.fileNo,
    au_no: ++store.auCount,
    title_id: computeTitleId(row.publisher, row.facts.key),
    fact_no: assignFactNo(store, row, facts),
    line: row.line,
    line_column: row.column,
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
  };
}

/** Returns the ID of a fact. A fact that was evicted from the cache gets a second ID, which is harmless. */
function assignFactNo(store: FileStoringState, { publisher, title, facts }: AuRow, fresh: object[]): number {
  const key = JSON.stringify([publisher, title, facts]);
  const known = store.facts.get(key);
  if (known !== undefined) return known;
  const number = ++store.factCount;
  store.facts.set(key, number);
  fresh.push({ file_no: store.fileNo, fact_no: number, publisher, title, facts });
  return number;
}

export const computePublisherId = (name: string): string => md5([name]);
export const computeTitleId = (publisher: string, key: string): string => md5([publisher, key]);

function md5(parts: readonly string[]): string {
  return createHash('md5').update(JSON.stringify(parts)).digest('hex');
}
