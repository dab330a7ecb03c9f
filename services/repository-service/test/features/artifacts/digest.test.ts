// GET /artifacts with a digest: which artifacts are listed, pages, and rejections.
import { createHash } from 'node:crypto';
import { type Database, openDatabase } from '@holdfast/pg-kit';
import { addCleanup } from '@holdfast/testkit';
import { encodeBase32 } from '@holdfast/warc';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { setCommitted } from '../../../src/index/aus/change-artifact.db.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { countArtifactsByDigest } from '../../../src/index/search/by-digest.db.ts';
import { startTestService, type TestService } from '../../service.ts';
import { type Query, readAllPages, readFirstPage } from '../aus/pages.ts';
import { ask, readProblem } from './ask.ts';
import { plainHead, store } from './captures.ts';

const digestOf = (algorithm: string, text: string) => createHash(algorithm).update(text).digest();
const sha256 = digestOf('sha256', 'same');
let service: TestService;
let database: Database<IndexSchema>;
let uuids: Record<string, string[]>;

// Stores the same payload in two AUs and two namespaces, and once as an older version. One artifact is uncommitted.
beforeAll(async () => {
  service = await startTestService();
  const capture = (path: string, body: string) => ({ url: `http://a/${path}`, head: plainHead, body });
  const x = await store(
    service.client,
    [capture('1', 'same'), capture('2', 'same'), capture('2', 'newer'), capture('3', 'same')],
    { auid: 'x' },
  );
  const y = await store(service.client, [capture('1', 'same')], { auid: 'y' });
  const other = await store(service.client, [capture('1', 'same')], { auid: 'x', namespace: 'other' });
  database = openDatabase<IndexSchema>({
    url: service.databaseUrl,
    applicationName: 'test',
    onError: () => undefined,
  });
  addCleanup(() => database.close());
  await setCommitted(database.kysely, x[3]!, false);
  uuids = { all: [x[0]!, x[1]!, y[0]!].sort(), latest: [x[0]!, y[0]!].sort(), other };
});

const list = async (query: Query) => {
  const { items, pageInfo } = await readFirstPage(service.client, '/artifacts', query);
  expect(pageInfo.totalCount).toBe(items.length);
  return items.map(({ uuid }) => uuid);
};

describe('the artifacts with a digest', () => {
  it.each([
    sha256.toString('hex'),
    `SHA-256:${sha256.toString('hex').toUpperCase()}`,
    `sha256:${encodeBase32(sha256).replace(/=+$/, '')}`,
    `SHA-1:${digestOf('sha1', 'same').toString('hex')}`,
    encodeBase32(digestOf('sha1', 'same')),
  ])('are listed for %s, ordered by UUID', async (digest) => {
    expect(await list({ digest })).toEqual(uuids.all);
  });

  it('are counted only up to a limit', async () => {
    const digest = { algorithm: 'sha256', bytes: sha256 } as const;
    const listing = { namespace: 'default', digest, version: 'all' } as const;
    const count = (most?: number) => countArtifactsByDigest(database.kysely, listing, most);
    expect([await count(), await count(2)]).toEqual([3, 2]);
  });

  it('can be limited to the latest versions, and belong to one namespace', async () => {
    const digest = sha256.toString('hex');
    expect(await list({ digest, versions: 'latest' })).toEqual(uuids.latest);
    expect(await list({ digest, namespace: 'other' })).toEqual(uuids.other);
  });

  it('are listed in pages', async () => {
    const pages = await readAllPages(service.client, '/artifacts', {
      digest: sha256.toString('hex'),
      limit: 2,
    });
    expect(pages.map(({ pageInfo }) => pageInfo.totalCount)).toEqual([3, 3]);
    expect(pages.flatMap(({ items }) => items.map(({ uuid }) => uuid))).toEqual(uuids.all);
  });

  it('are an empty list if there are none', async () => {
    expect(await list({ digest: digestOf('sha256', 'no such').toString('hex') })).toEqual([]);
  });

  it.each<[Query, string]>([
    [{ digest: '' }, 'digest'],
    [{ digest: 'abc' }, 'digest'],
    [{ digest: `SHA-1:${sha256.toString('hex')}` }, 'digest'],
    [{ digest: sha256.toString('hex'), url: 'http://a/1' }, 'url'],
    [{ digest: sha256.toString('hex'), urlPrefix: 'http://a/' }, 'urlPrefix'],
  ])('are 400 with %j', async (query, named) => {
    const answer = await ask(service.client, '/artifacts', { query });
    expect(readProblem(answer)).toMatchObject({ status: 400, detail: expect.stringContaining(named) });
  });

  it('are 404 in an empty namespace', async () => {
    const query = { digest: sha256.toString('hex'), namespace: 'none' };
    expect(readProblem(await ask(service.client, '/artifacts', { query })).status).toBe(404);
  });
});
