// Closest captures of resources: the order of preference, and the plan of the query.
import type { Database } from '@holdfast/pg-kit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { findClosestResources } from '../../../src/index/replay/closest-resources.db.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { recordSegment } from '../../../src/index/writing/record-segment.db.ts';
import { openImportTarget } from '../../../src/ingest/storing/segment.ts';
import { makeEntry, openIndexDatabase } from '../../index-database.ts';
import { type AskedQuery, watchDatabase } from '../../watched-database.ts';

let database: Database<IndexSchema>;
const auIds = new Map<string, number>();

type Made = readonly [url: string, collectionMs: number, httpStatus?: number, redirect?: string];

async function record(auid: string, captures: readonly Made[]): Promise<void> {
  const target = await openImportTarget(database.kysely, { namespace: 'default', auid });
  auIds.set(auid, target.auId);
  const entries = captures.map(([url, collectionMs, httpStatus = 200, redirect]) =>
    makeEntry(url, `${auid} ${collectionMs}`, { collectionMs, httpStatus, redirect }),
  );
  await recordSegment(database.kysely, {
    ...target,
    storeMs: 1,
    segment: { key: `test/${auid}`, sizeBytes: 1 },
    entries,
  });
}

const long = `http://long/${'x'.repeat(600)}`;

beforeAll(async () => {
  database = await openIndexDatabase();
  await record('own', [
    ['http://a/both', 100],
    ['http://a/sides', 900],
    ['http://a/sides', 1_050],
    ['http://a/tie', 990],
    ['http://a/tie', 1_010],
    ['http://a/error', 1_000, 404],
    ['http://a/error', 100],
    ['http://a/redirect', 1_000, 302, '/x'],
    ['http://a/redirect', 1_001, 500],
    ['http://a/broken', 1_000, 500],
    [`${long}1`, 5],
    [`${long}2`, 1_000],
  ]);
  await record('other', [
    ['http://a/both', 1_000],
    ['http://a/theirs', 2_000],
    ['http://a/theirs', 10],
  ]);
  const many = Array.from({ length: 5_000 }, (_, i): Made => [`http://many/${i % 1_250}`, i]);
  await record('many', many);
  await sql`analyze artifact`.execute(database.kysely);
});

const find = (keys: readonly string[], source = database.kysely) =>
  findClosestResources(source, { namespace: 'default', auId: auIds.get('own')!, collectionMs: 1_000 }, keys);

describe('the closest capture', () => {
  it.each([
    ['http://a/both', 'content', 100],
    ['http://a/sides', 'content', 1_050],
    ['http://a/tie', 'content', 990],
    ['http://a/error', 'content', 100],
    ['http://a/theirs', 'content', 10],
    ['http://a/redirect', 'redirected', 1_000],
    ['http://a/broken', 'error', 1_000],
    [`${long}1`, 'content', 5],
  ])('of %s is %s at %i', async (key, outcome, collectionMs) => {
    const [found, ...more] = await find([key]);
    expect(more).toEqual([]);
    const { rows } = await sql<{
      ms: string;
    }>`select collection_ms::text as ms from artifact where id = ${found!.id}`.execute(database.kysely);
    expect([found!.urlkey, found!.outcome, Number(rows[0]!.ms)]).toEqual([key, outcome, collectionMs]);
  });

  it('is found for many URLs at once, and not for unknown URLs', async () => {
    const found = await find(['http://a/both', 'http://unknown/', 'http://a/tie', 'http://a/both']);
    expect(found.map(({ urlkey }) => urlkey).sort()).toEqual(['http://a/both', 'http://a/tie']);
    expect(await find([])).toEqual([]);
  });

  it('is read in the order of replay, without sorting the captures of a URL', async () => {
    const watched = watchDatabase(database);
    await find(['http://many/7'], watched.kysely);
    const [asked] = watched.asked;
    const plan = await explain(asked!);
    expect(plan).toContain('artifact_in_replay_order');
    expect(plan).not.toMatch(/Seq Scan on artifact/);
    expect(plan).not.toMatch(/Sort Key: artifact/);
  });
});

async function explain({ sql: text, parameters }: AskedQuery): Promise<string> {
  const client = await database.pool.connect();
  try {
    const { rows } = await client.query(`explain ${text}`, [...parameters]);
    return rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
  } finally {
    client.release();
  }
}
