// Tests titles from URLs, and the effect of plugin changes on loaded titles.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { PluginParameter } from '../../../src/domain/plugins/plugin.ts';
import { findTitleEntries } from '../../../src/index/titles/titles.db.ts';
import { readAuNames, storePlugin } from './stored.db.ts';
import {
  createTitleDatabase,
  loadTestTitles,
  makeInput,
  makeJournalText,
  type TitleDatabase,
} from './title-database.ts';

const parameter = (key: string, definitional: boolean, defaultOnly = false): PluginParameter => ({
  key,
  type: 1,
  definitional,
  defaultOnly,
});

describe('an entry whose plugin is loaded', () => {
  let db: TitleDatabase['kysely'];
  beforeEach(async () => {
    db = (await createTitleDatabase()).kysely;
  });

  const text = 'plugin = p.P\nimplicit < name ; param[a] ; param[b] ; nondefparam[c] >\nau < N ; 1 ; 2 ; 3 >';
  const inputs = [makeInput('a.tdb', text)];

  it('has the AUID that the plugin gives it, and the parameters that are no mere defaults', async () => {
    await storePlugin(db, 'p.P', [parameter('a', true), parameter('c', true), parameter('b', false, true)]);
    expect(await loadTestTitles(db, { inputs })).toEqual({ changed: true, problems: [] });
    const entry = (await findTitleEntries(db, ['p|P&a~1&c~3'])).get('p|P&a~1&c~3');
    expect(entry).toMatchObject({ configuration: { a: '1', c: '3' }, params: { a: '1', b: '2', c: '3' } });
  });

  it('keeps the AUID that it says itself when it lacks what the plugin needs', async () => {
    await storePlugin(db, 'p.P', [parameter('a', true), parameter('year', true)]);
    const problems = ['a.tdb:3:1: AU "N": it has no value of "year", which its plugin needs'];
    expect(await loadTestTitles(db, { inputs })).toEqual({ changed: true, problems });
    expect((await findTitleEntries(db, ['p|P&a~1&b~2'])).size).toBe(1);
  });

  it('is read again when the plugin comes, or changes its parameters, and not when it changes otherwise', async () => {
    const auid = async () =>
      (await db.selectFrom('current_tdb_au').select('auid').executeTakeFirstOrThrow()).auid;
    await loadTestTitles(db, { inputs });
    expect(await auid()).toBe('p|P&a~1&b~2');
    await storePlugin(db, 'p.P', [parameter('a', true)]);
    expect(await loadTestTitles(db, { inputs })).toMatchObject({ changed: true });
    expect(await auid()).toBe('p|P&a~1');
    await storePlugin(db, 'p.P', [parameter('a', true)], 'Another Name');
    expect(await loadTestTitles(db, { inputs })).toMatchObject({ changed: false });
  });
});

describe('titles behind a URL', () => {
  let db: TitleDatabase['kysely'];
  let server: Server;
  let url: string;
  let answer: { status: number; body: string; etag?: string };
  let requests: (string | undefined)[];

  beforeEach(async () => {
    db = (await createTitleDatabase()).kysely;
    requests = [];
    server = createServer((request, response) => {
      const unchanged = answer.etag !== undefined && request.headers['if-none-match'] === answer.etag;
      requests.push(unchanged ? 'unchanged' : 'sent');
      response.writeHead(
        unchanged ? 304 : answer.status,
        answer.etag === undefined ? {} : { etag: answer.etag },
      );
      response.end(unchanged ? undefined : answer.body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/all.tdb`;
  });
  afterEach(() => stop());

  async function stop(): Promise<void> {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  it('are fetched when they changed, and kept for the time when they cannot be', async () => {
    answer = { status: 200, body: makeJournalText([1]), etag: '"1"' };
    expect(await loadTestTitles(db, { sources: url })).toEqual({ changed: true, problems: [] });
    expect(await loadTestTitles(db, { sources: url })).toEqual({ changed: false, problems: [] });
    expect(requests).toEqual(['sent', 'unchanged']);
    answer = { status: 200, body: makeJournalText([1, 2]), etag: '"2"' };
    expect(await loadTestTitles(db, { sources: url })).toEqual({ changed: true, problems: [] });
    await stop();
    const { changed, problems } = await loadTestTitles(db, {
      sources: url,
      inputs: [makeInput('b.tdb', makeJournalText([7]))],
    });
    expect(changed).toBe(true);
    expect(problems).toEqual([expect.stringMatching(`^${url}: .*; the last copy is used$`)]);
    expect(await readAuNames(db)).toEqual(['Journal Volume 1', 'Journal Volume 2', 'Journal Volume 7']);
  });

  it.each([
    ['an error', { status: 500, body: makeJournalText([9]) }],
    ['a page that is no title database', { status: 200, body: '<html>Welcome</html>' }],
    ['more than is allowed', { status: 200, body: makeJournalText([9]) + ' '.repeat(100_000) }],
  ])('stay as they were when the answer is %s', async (_what, next) => {
    const deps = { limits: { sizeBytes: 100_000, timeoutMs: 5_000 } };
    answer = { status: 200, body: makeJournalText([1]) };
    await loadTestTitles(db, { sources: url, deps });
    answer = next;
    const { changed, problems } = await loadTestTitles(db, { sources: url, deps });
    expect(changed).toBe(false);
    expect(problems).toEqual(expect.arrayContaining([expect.stringContaining(url)]));
    expect(await readAuNames(db)).toEqual(['Journal Volume 1']);
  });

  it('are missing, and the rest is there, when they never could be fetched', async () => {
    answer = { status: 404, body: '' };
    const { changed, problems } = await loadTestTitles(db, {
      sources: url,
      inputs: [makeInput('b.tdb', makeJournalText([7]))],
    });
    expect({ changed, problems }).toEqual({ changed: true, problems: [expect.stringContaining(url)] });
    expect(await readAuNames(db)).toEqual(['Journal Volume 7']);
  });
});
