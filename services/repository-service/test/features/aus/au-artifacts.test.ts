// GET /aus/{auid}/artifacts: which artifacts are listed. paging.test.ts tests order and pages.
import { openDatabase } from '@holdfast/pg-kit';
import { addCleanup } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { deleteArtifact, setCommitted } from '../../../src/index/aus/change-artifact.db.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { startTestService, type TestService } from '../../service.ts';
import { ask, readProblem } from '../artifacts/ask.ts';
import { createAuid, hashSha256, plainHead, store } from '../artifacts/captures.ts';
import { type Query, readFirstPage } from './pages.ts';

// URL a has three versions, the third uncommitted; b is uncommitted; c is committed.
const auid = 'org|example|plugin&base_url~http%3A%2F%2Fa%2F';
const path = `/aus/${encodeURIComponent(auid)}/artifacts`;
let service: TestService;
let db: ReturnType<typeof openDatabase<IndexSchema>>['kysely'];

beforeAll(async () => {
  service = await startTestService();
  const database = openDatabase<IndexSchema>({
    url: service.databaseUrl,
    applicationName: 'test',
    onError: () => undefined,
  });
  addCleanup(() => database.close());
  db = database.kysely;
  const named = [
    ['a', '1'],
    ['a', '2'],
    ['a', '3'],
    ['b', '1'],
    ['c', '1'],
  ];
  const captures = named.map(([name, body]) => ({ url: `http://a/${name}`, head: plainHead, body: body! }));
  const uuids = await store(service.client, captures, { auid });
  for (const uncommitted of [2, 3]) await setCommitted(db, uuids[uncommitted]!, false);
});

async function listed(query: Query) {
  const { items, pageInfo } = await readFirstPage(service.client, path, query);
  expect([pageInfo.totalCount, pageInfo.resultsPerPage]).toEqual([items.length, items.length]);
  expect(pageInfo).not.toHaveProperty('nextLink');
  return items.map(({ uri, version }) => `${uri.replace('http://a/', '')}${version}`).join(' ');
}

const url = 'http://a/a';

describe('the artifacts of an AU', () => {
  it.each<[Query, string]>([
    [{}, 'a2 c1'],
    [{ version: 'latest' }, 'a2 c1'],
    [{ version: 'all' }, 'a2 a1 c1'],
    [{ includeUncommitted: true }, 'a3 b1 c1'],
    [{ includeUncommitted: false }, 'a2 c1'],
    [{ version: 'all', includeUncommitted: true }, 'a3 a2 a1 b1 c1'],
    [{ url }, 'a2'],
    [{ url, includeUncommitted: true }, 'a3'],
    [{ url, version: 'all' }, 'a2 a1'],
    [{ url, version: 1 }, 'a1'],
    [{ url, version: 3 }, ''],
    [{ url, version: 3, includeUncommitted: true }, 'a3'],
    [{ url, version: 4, includeUncommitted: true }, ''],
    [{ url: 'http://a/b' }, ''],
    [{ url: 'http://a/' }, ''],
    [{ url: '' }, ''],
    [{ urlPrefix: 'http://a/' }, 'a2 c1'],
    [{ urlPrefix: 'http://a/c' }, 'c1'],
    [{ urlPrefix: 'http://a/_' }, ''],
    [{ urlPrefix: 'http://a/%' }, ''],
    [{ urlPrefix: 'http://A/' }, ''],
    [{ urlPrefix: '', version: 'all', includeUncommitted: true }, 'a3 a2 a1 b1 c1'],
  ])('with %j', async (query, names) => {
    expect(await listed(query)).toBe(names);
  });

  it('are shown as they are', async () => {
    const { items } = await readFirstPage(service.client, path, { url, includeUncommitted: true });
    expect(items).toEqual([
      {
        namespace: 'default',
        uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
        auid,
        uri: url,
        version: 3,
        contentLength: 1,
        contentDigest: `SHA-256:${hashSha256('3')}`,
        collectionDate: Date.UTC(2020, 1, 20, 20, 20, 20),
        storeDate: expect.any(Number),
        state: 'UNCOMMITTED',
        committed: false,
        storageUrl: expect.stringMatching(/^file:\/\/\/ns\/default\//),
      },
    ]);
  });

  it('can be read by uuid also when they are not committed', async () => {
    const { items } = await readFirstPage(service.client, path, {
      url,
      version: 3,
      includeUncommitted: true,
    });
    const { status, body } = await ask(service.client, `/artifacts/${items[0]!.uuid}/payload`);
    expect([status, body.toString()]).toEqual([200, '3']);
  });

  it.each<[Query, string]>([
    [{ url, urlPrefix: url }, 'url'],
    [{ url: '', urlPrefix: '' }, 'url'],
    [{ version: 1 }, 'url'],
    [{ version: 1, urlPrefix: url }, 'url'],
    [{ url, version: 0 }, 'version'],
    [{ url, version: -1 }, 'version'],
    [{ url, version: 'newest' }, 'version'],
    [{ url, version: '' }, 'version'],
    [{ url, version: 1.5 }, 'version'],
    [{ url, version: 2 ** 31 }, 'version'],
    [{ url: 'http://a/\0' }, 'url'],
    [{ urlPrefix: 'http://a/\0' }, 'urlPrefix'],
    [{ url: `http://a/${'x'.repeat(65_536)}` }, 'url'],
    [{ includeUncommitted: 'yes' }, 'includeUncommitted'],
    [{ namespace: '-a' }, 'namespace'],
    [{ namespace: '' }, 'namespace'],
  ])('are 400 with %#', async (query, named) => {
    const answer = await ask(service.client, path, { query });
    expect(readProblem(answer)).toMatchObject({ status: 400, detail: expect.stringContaining(named) });
  });

  it('are 400 with a parameter given twice, or bytes that are no UTF-8', async () => {
    for (const query of ['limit=1&limit=2', 'url=a&url=b', 'url=%ff', 'url=%ed%a0%80']) {
      expect([query, (await ask(service.client, `${path}?${query}`)).status]).toEqual([query, 400]);
    }
  });

  it.each([
    ['an AU that is not', '/aus/none/artifacts', {}],
    ['an AU of another namespace', path, { namespace: 'other' }],
    [
      'an AUID in another case',
      path.toUpperCase().replace('/AUS/', '/aus/').replace('/ARTIFACTS', '/artifacts'),
      {},
    ],
    ['an AUID with a space behind it', path.replace('/artifacts', '%20/artifacts'), {}],
  ])('are 404 for %s', async (_name, wrong, query) => {
    const answer = await ask(service.client, wrong, { query });
    expect(readProblem(answer)).toMatchObject({ status: 404, title: 'Not Found' });
  });

  it.each([8_192, 8_193])('of an AUID of %d characters', async (length) => {
    const answer = await ask(service.client, `/aus/${'x'.repeat(length)}/artifacts`);
    expect(readProblem(answer).status).toBe(length > 8_192 ? 400 : 404);
  });

  it('are 404 once the last is deleted, and an empty list while there is only what is not committed', async () => {
    const other = createAuid();
    const [uuid] = await store(service.client, [{ head: plainHead, body: 'x' }], { auid: other });
    const statusAndCount = async () => {
      const { status, body } = await ask(service.client, `/aus/${encodeURIComponent(other)}/artifacts`);
      return [status, JSON.parse(body.toString()).artifacts?.length];
    };
    expect(await statusAndCount()).toEqual([200, 1]);
    await setCommitted(db, uuid!, false);
    expect(await statusAndCount()).toEqual([200, 0]);
    await deleteArtifact(db, uuid!);
    expect(await statusAndCount()).toEqual([404, undefined]);
  });
});
