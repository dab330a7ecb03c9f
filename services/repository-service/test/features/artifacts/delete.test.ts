// DELETE /artifacts/{uuid}: what it deletes, what it keeps, and every reason for rejection.
import { randomUUID } from 'node:crypto';
import { openDatabase } from '@holdfast/pg-kit';
import { addCleanup } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { readProblem, send } from '../../send.ts';
import { startTestService, type TestService } from '../../service.ts';
import { buildRevisit, gzip, makeResponse } from '../archives/made-archives.ts';
import { createAuid, plainHead, store } from './captures.ts';

let service: TestService;
let db: ReturnType<typeof openDatabase<IndexSchema>>['kysely'];
const url = 'http://a/';

beforeAll(async () => {
  service = await startTestService();
  const database = openDatabase<IndexSchema>({
    url: service.databaseUrl,
    applicationName: 'test',
    onError: () => undefined,
  });
  addCleanup(() => database.close());
  db = database.kysely;
});

const remove = (uuid: string, query = {}) => send(service.client, 'DELETE', `/artifacts/${uuid}`, { query });
const auPath = (auid: string, of: string) => `/aus/${encodeURIComponent(auid)}/${of}`;
const status = async (path: string, query = {}) => (await service.client.get(path, query)).status;

async function versions(...texts: string[]) {
  const auid = createAuid();
  const captures = texts.map((body) => ({ url, head: plainHead, body }));
  return { auid, uuids: await store(service.client, captures, { auid }) };
}

describe('a deleted artifact', () => {
  it('is gone from everything at once', async () => {
    const namespace = 'emptied';
    const auid = createAuid();
    const [uuid] = await store(service.client, [{ url, head: plainHead, body: 'x' }], { auid, namespace });
    const answer = await remove(uuid!, { namespace });
    expect([answer.status, answer.text]).toEqual([200, '']);
    for (const path of [
      `/artifacts/${uuid}`,
      `/artifacts/${uuid}/payload`,
      `/artifacts/${uuid}/response`,
      `/replay/warcs/${namespace}:${uuid}.warc.gz`,
      `/replay/cdxb/${namespace}?url=${url}`,
      auPath(auid, 'artifacts'),
      auPath(auid, 'size'),
      '/artifacts',
      '/aus',
    ]) {
      const query = path.includes('?') ? {} : { namespace };
      expect([path, await status(path, query)]).toEqual([path, 404]);
    }
    expect(await service.client.json('/namespaces')).not.toContain(namespace);
  });

  it('gives way to the version before it', async () => {
    const { auid, uuids } = await versions('1', '22', '333');
    const state = async () => [
      (await service.client.artifacts(auid, { version: 'latest' })).map(({ version }) => version),
      await service.client.json(auPath(auid, 'size')),
    ];
    expect(await state()).toMatchObject([[3], { totalAllVersions: 6, totalLatestVersions: 3 }]);
    await remove(uuids[2]!);
    expect(await state()).toMatchObject([[2], { totalAllVersions: 3, totalLatestVersions: 2 }]);
    await remove(uuids[0]!);
    expect(await state()).toMatchObject([[2], { totalAllVersions: 2, totalLatestVersions: 2 }]);
  });

  it('may be uncommitted', async () => {
    const { auid, uuids } = await versions('1', '22');
    await send(service.client, 'PUT', `/artifacts/${uuids[1]}`, { query: { committed: false } });
    expect((await remove(uuids[1]!)).status).toBe(200);
    const left = await service.client.artifacts(auid, { includeUncommitted: true });
    expect(left.map(({ uuid }) => uuid)).toEqual([uuids[0]]);
    expect(await service.client.json(auPath(auid, 'size'))).toMatchObject({
      totalAllVersions: 1,
      totalLatestVersions: 1,
    });
  });

  it('leaves its bytes in the WARC object, counted as dead', async () => {
    const { auid, uuids } = await versions('1', '22');
    const before = await service.client.json<{ totalWarcSize: number }>(auPath(auid, 'size'));
    const lengths = (await service.client.artifacts(auid)).map((artifact) => lengthOf(artifact));
    await remove(uuids[0]!);
    const { totalWarcSize } = await service.client.json<{ totalWarcSize: number }>(auPath(auid, 'size'));
    expect(totalWarcSize).toBe(before.totalWarcSize);
    const dead = await db
      .selectFrom('segment')
      .innerJoin('au', 'au.id', 'segment.au_id')
      .select('dead_bytes')
      .where('au.auid', '=', auid)
      .execute();
    expect(dead).toEqual([{ dead_bytes: lengths[1] }]);
  });

  it('is still the payload of the revisits of it', async () => {
    const auid = createAuid();
    const again = buildRevisit(url, {
      'WARC-Refers-To-Target-URI': url,
      'WARC-Refers-To-Date': '2020-02-20T20:20:20Z',
    });
    const { statuses } = await service.client.importArchive(gzip(makeResponse(url, 'the payload'), again), {
      auid,
      storeDuplicate: true,
    });
    const [original, revisited] = statuses.map(({ artifactUuid }) => artifactUuid!);
    expect((await remove(original!)).status).toBe(200);
    expect((await service.client.bytes(`/artifacts/${revisited}/payload`)).toString()).toBe('the payload');
    const block = (await service.client.bytes(`/artifacts/${revisited}/response`)).toString();
    expect(block).toMatch(/^HTTP\/1\.1 200 OK\r\n.*X-Seen: again.*\r\n\r\nthe payload$/s);
    expect(await status(`/replay/warcs/default:${revisited}.warc.gz`)).toBe(200);
    expect((await service.client.artifacts(auid)).map(({ uuid }) => uuid)).toEqual([revisited]);
  });
});

/** Returns the length of the stored record, parsed from the artifact's storageUrl. */
function lengthOf(artifact: object): number {
  const { storageUrl } = artifact as { storageUrl: string };
  return Number(new URL(storageUrl).searchParams.get('length'));
}

describe('deleting', () => {
  it('is 404 for what is not there, in this namespace or at all, or no longer', async () => {
    const [uuid] = await store(service.client, [{ url, head: plainHead, body: 'x' }], { namespace: 'other' });
    expect(readProblem(await remove('%00')).status).toBe(400);
    for (const missing of [uuid!, randomUUID(), 'x', '%F0%9F%93%9A', uuid!.toUpperCase()]) {
      expect([missing, readProblem(await remove(missing)).status]).toEqual([missing, 404]);
    }
    const statuses = [];
    for (let time = 0; time < 2; time++) statuses.push((await remove(uuid!, { namespace: 'other' })).status);
    expect(statuses).toEqual([200, 404]);
  });

  it('happens once when many try at once', async () => {
    const { auid, uuids } = await versions('1', '22');
    const answers = await Promise.all(Array.from({ length: 8 }, () => remove(uuids[1]!)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 404, 404, 404, 404, 404, 404, 404]);
    expect(await service.client.json(auPath(auid, 'size'))).toMatchObject({
      totalAllVersions: 1,
      totalLatestVersions: 1,
    });
  });

  it('is 409 while the AU is in bulk mode, and possible again afterwards', async () => {
    const { auid, uuids } = await versions('x');
    const bulk = (op: string) => send(service.client, 'POST', auPath(auid, 'bulk'), { form: { op } });
    await bulk('start');
    expect(readProblem(await remove(uuids[0]!))).toMatchObject({
      status: 409,
      detail: expect.stringContaining('bulk'),
    });
    expect(readProblem(await remove(randomUUID())).status).toBe(404);
    expect(await service.client.artifacts(auid)).toHaveLength(1);
    await bulk('finish');
    expect((await remove(uuids[0]!)).status).toBe(200);
  });
});
