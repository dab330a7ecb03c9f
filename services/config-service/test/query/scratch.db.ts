// Test helper: a few unusual rows and a catalogue for them, for tests of the query language.
import { type Database, openDatabase } from '@holdfast/pg-kit';
import { addCleanup, createTestDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import { type CaseFolding, detectCaseFolding } from '../../src/query/case-folding.db.ts';
import type { Catalogue } from '../../src/query/catalogue.ts';
import { compileQuery } from '../../src/query/compile.ts';
import {
  defineBooleanProperty,
  defineListProperty,
  defineMapProperty,
  defineTextProperty,
} from '../../src/query/fixed-properties.ts';
import { parseQuery } from '../../src/query/parse.ts';

const rows = sql`(values
  ('a', 'Biology Letters', '2014', 3::numeric, true, '{"k": "v", "dotted.key": "d", "é": "x"}'::jsonb, '{"1234-5678"}'::text[]),
  ('b', 'biology today', '12', -2.5, false, '{}', '{}'),
  ('c', 'Études_100%', ' 7', 0, null, '{"k": "V"}', '{"x", "1234-5678"}'),
  ('d', E'back\\\\slash''s', '1e3', 12345678901234567890123.5, true, '{"k": ""}', null),
  ('e', null, null, null, false, null, null)
) as r (id, name, year, amount, flag, params, issns)`;

const inner = { type: 'text', sql: sql`(r.id collate "C")`, always: true } as const;

export const scratch: Catalogue = {
  properties: {
    id: inner,
    name: { type: 'text', sql: sql`(r.name collate "C")` },
    year: { type: 'text', sql: sql`(r.year collate "C")` },
    amount: { type: 'number', sql: sql`r.amount`, digits: 30 },
    flag: defineBooleanProperty(sql`r.flag`),
    params: defineMapProperty(sql`r.params`),
    issns: defineListProperty('r.issns'),
    object: { type: 'object', members: { id: inner, name: defineTextProperty('r.name') }, sql: sql`r.id` },
    far: { type: 'elsewhere', why: 'it is far away', inLaaws: { type: 'text', sql: sql`null::text` } },
  },
  from: sql`${rows}`,
  joins: {},
  order: [sql`r.id`],
};

export interface Scratch {
  readonly database: Database<never>;
  readonly folding: CaseFolding;
  /** Returns the IDs of the rows that the query selects, in order. */
  ids(query: string): Promise<string>;
  /** Returns the values of the selected columns for each row. Missing values are null. */
  table(query: string): Promise<unknown[][]>;
}

export async function openScratchDatabase(): Promise<Scratch> {
  const { url } = await createTestDatabase();
  const database = openDatabase<never>({ url, applicationName: 'test', onError: () => undefined });
  addCleanup(() => database.close());
  const folding = await detectCaseFolding(database.kysely);
  const table = async (query: string) => {
    const { statement, columns } = compileQuery(parseQuery(query), scratch, folding);
    const { rows } = await statement.execute(database.kysely);
    return rows.map((row) => columns.map(({ column }) => (row as Record<string, unknown>)[column]));
  };
  return {
    database,
    folding,
    table,
    ids: async (query) => (await table(query)).map(([id]) => id).join(''),
  };
}
