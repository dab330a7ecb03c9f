// Job that fills the tables for searching by a part of a URL. Checks which URLs the job stores, and that it loses none.
import { type Database, openDatabase, runInTransaction } from '@holdfast/pg-kit';
import { createLog } from '@holdfast/service-kit';
import { addCleanup } from '@holdfast/testkit';
import { beforeEach, expect, it } from '@jest/globals';
import type { UrlSearchMode } from '../../../src/domain/search/url-search-mode.ts';
import { deleteArtifact } from '../../../src/index/aus/change-artifact.db.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import {
  isUrlSearchDue,
  listQueuedSegments,
  readUrlSearchFigures,
} from '../../../src/index/search/fill.db.ts';
import { deleteNextStaleUrls, deleteStaleUrls } from '../../../src/index/search/stale-urls.db.ts';
import { recordSegment } from '../../../src/index/writing/record-segment.db.ts';
import { openImportTarget } from '../../../src/ingest/storing/segment.ts';
import { fillUrlSearch } from '../../../src/jobs/search/fill-url-search.ts';
import { onIndex } from '../../index/on-index.ts';
import { createIndexDatabaseUrl, makeEntry, openIndexDatabase } from '../../index-database.ts';

const log = createLog({ service: 'test', level: 'silent' });
let database: Database<IndexSchema>;
let segments = 0;

beforeEach(async () => {
  database = await openIndexDatabase();
});

const fill = (mode: UrlSearchMode = 'all', of = database) => fillUrlSearch({ database: of, log }, mode);

async function record(entries: ReturnType<typeof makeEntry>[], namespace = 'default') {
  const target = await openImportTarget(database.kysely, { namespace, auid: 'au' });
  const segment = { key: `test/${segments++}`, sizeBytes: 1000 };
  const recorded = await recordSegment(database.kysely, { ...target, storeMs: 1, segment, entries });
  return { ...target, ids: recorded.outcomes.flatMap((one) => ('artifact' in one ? [one.artifact.id] : [])) };
}

async function urls(): Promise<string[]> {
  const { rows } = await onIndex(database)<{ url: string }>`select url from url_search order by url`;
  return rows.map(({ url }) => url);
}

it('stores each URL of a namespace once, also those of segments that are older than the search', async () => {
  await record([makeEntry('http://a/1', 'A'), makeEntry('http://a/1', 'B')]);
  await fill();
  expect(await urls()).toEqual(['http://a/1']);
  await record([makeEntry('http://a/1', 'C'), makeEntry('http://a/2', 'D')]);
  await record([makeEntry('http://a/1', 'A')], 'other');
  await fill();
  expect(await urls()).toEqual(['http://a/1', 'http://a/1', 'http://a/2']);
  expect(await listQueuedSegments(database.kysely, 10)).toEqual([]);
});

it('stores only pages and redirects in the mode `pages`, and all URLs after a change of the mode', async () => {
  await record([
    makeEntry('http://a/html', 'A'),
    makeEntry('http://a/pdf', 'B', { mime: 'application/pdf' }),
    makeEntry('http://a/image', 'C', { mime: 'image/png' }),
    makeEntry('http://a/moved', 'D', { mime: undefined, httpStatus: 301 }),
    makeEntry('http://a/plain', 'E', { mime: undefined }),
  ]);
  await fill('pages');
  expect(await urls()).toEqual(['http://a/html', 'http://a/moved', 'http://a/pdf']);
  await fill('all');
  expect(await urls()).toHaveLength(5);
  await fill('off');
  expect(await urls()).toEqual([]);
  await record([makeEntry('http://a/later', 'F')]);
  expect(await listQueuedSegments(database.kysely, 10)).toEqual([]);
});

it('keeps a segment in the queue until its URLs are stored', async () => {
  const ask = onIndex(database);
  await fill();
  await record([makeEntry('http://a/1', 'A')]);
  await ask`
    create function interrupt() returns trigger language plpgsql as $$ begin raise 'interrupted'; end $$`;
  await ask`create trigger interrupt before delete on url_search_queue execute function interrupt()`;
  await expect(fill()).rejects.toThrow('interrupted');
  expect([await urls(), await listQueuedSegments(database.kysely, 10)]).toEqual([[], [expect.any(Number)]]);
  await ask`drop trigger interrupt on url_search_queue`;
  await fill();
  expect(await urls()).toEqual(['http://a/1']);
});

it('misses no segment whose transaction is open when the search is switched on', async () => {
  const { promise: seeding, resolve: startSeeding } = Promise.withResolvers<void>();
  const { auId } = await record([makeEntry('http://a/1', 'A')]);
  const writing = runInTransaction(database.kysely, async (tx) => {
    await onIndex({
      kysely: tx,
    })`insert into segment (au_id, key, size_bytes, created_ms) values (${auId}, 'late', 1, 1)`;
    startSeeding();
    // Commits only after the seeding waits for this transaction.
    for (let waits = false; !waits; ) {
      const { rows } = await onIndex(database)<{ waits: boolean }>`
        select exists (select from pg_locks where not granted and relation = 'segment'::regclass) as waits`;
      waits = rows[0]!.waits;
    }
  });
  await seeding;
  const filling = fill();
  await Promise.all([writing, filling]);
  const { rows } = await onIndex(database)<{ queued: boolean }>`
    select filled_at is not null as queued from url_search_state`;
  expect(rows).toEqual([{ queued: true }]);
  expect(await listQueuedSegments(database.kysely, 10)).toEqual([]);
});

it('starts again when a crash of PostgreSQL has emptied the tables', async () => {
  await record([makeEntry('http://a/1', 'A')]);
  await fill();
  await onIndex(database)`truncate url_search, url_search_queue, url_search_state`;
  await record([makeEntry('http://a/2', 'B')]);
  await fill();
  expect(await urls()).toEqual(['http://a/1', 'http://a/2']);
});

it('stores URLs of 65,536 characters that differ only at their end', async () => {
  const long = (end: string) => `http://a/${'x'.repeat(65_520)}${end}`;
  await record([makeEntry(long('1'), 'A'), makeEntry(long('2'), 'B')]);
  await fill();
  expect((await urls()).map((url) => url.length)).toEqual([2000, 2000]);
});

it('deletes only URLs whose last artifact is deleted', async () => {
  const { namespaceId, ids } = await record([makeEntry('http://a/1', 'A'), makeEntry('http://a/2', 'B')]);
  await record([makeEntry('http://a/2', 'C')]);
  await fill();
  for (const id of ids) await deleteArtifact(database.kysely, id);
  const { rows } = await onIndex(database)<{ hash: string }>`select url_hash as hash from url_search`;
  await deleteStaleUrls(
    database.kysely,
    namespaceId,
    rows.map(({ hash }) => hash),
  );
  expect(await urls()).toEqual(['http://a/2']);
});

it('walks over the table once a day, some URLs at a time, and deletes those without artifacts', async () => {
  const { ids } = await record([
    makeEntry('http://a/1', 'A'),
    makeEntry('http://a/2', 'B'),
    makeEntry('http://a/3', 'C'),
  ]);
  const other = await record([makeEntry('http://a/1', 'A'), makeEntry('http://a/4', 'D')], 'other');
  await record([makeEntry('http://a/2', 'E')]);
  await fill();
  for (const id of [...ids, other.ids[0]!]) await deleteArtifact(database.kysely, id);
  expect(await isUrlSearchDue(database.kysely, 'all')).toBe(false);
  await deleteNextStaleUrls(database.kysely, 10);
  expect(await urls()).toHaveLength(5);
  await onIndex(database)`update url_search_state set filled_at = now() - interval '25 hours'`;
  for (let left = 5; left > 0; left -= 2) {
    expect(await isUrlSearchDue(database.kysely, 'all')).toBe(true);
    await deleteNextStaleUrls(database.kysely, 2);
  }
  expect(await urls()).toEqual(['http://a/2', 'http://a/4']);
  expect(await isUrlSearchDue(database.kysely, 'all')).toBe(false);
  await onIndex(database)`update url_search_state set walk_ended_at = now() - interval '25 hours'`;
  await deleteArtifact(database.kysely, other.ids[1]!);
  await fill();
  expect(await urls()).toEqual(['http://a/2']);
  expect(await isUrlSearchDue(database.kysely, 'all')).toBe(false);
});

it('reports why it is unavailable if it may not create the extension', async () => {
  const url = await createIndexDatabaseUrl();
  const open = () => {
    const opened = openDatabase<IndexSchema>({ url, applicationName: 'test', onError: () => undefined });
    addCleanup(() => opened.close());
    return opened;
  };
  // The role may do everything with the tables, but may not create anything.
  await onIndex(open())`do $$ begin
    grant select, insert, update, delete, truncate on url_search, url_search_queue, url_search_state to pg_monitor;
    execute format('alter database %I set role = %L', current_database(), 'pg_monitor');
  end $$`;
  const limited = open();
  await fill('all', limited);
  const { backlog } = await readUrlSearchFigures(limited.kysely, 'all');
  expect(backlog).toMatchObject({
    state: 'unavailable',
    failure: expect.stringContaining('pg_trgm'),
    queued: 0,
  });
  expect(await isUrlSearchDue(limited.kysely, 'all')).toBe(false);
});

it('reports how far it is behind', async () => {
  await fill();
  await record([makeEntry('http://a/1', 'A')]);
  const { backlog } = await readUrlSearchFigures(database.kysely, 'all');
  expect(backlog).toMatchObject({ state: 'ready', queued: 1, delaySeconds: expect.any(Number) });
  expect(backlog!.delaySeconds).toBeGreaterThan(0);
  expect(await readUrlSearchFigures(database.kysely, 'off')).toMatchObject({ backlog: undefined });
});
