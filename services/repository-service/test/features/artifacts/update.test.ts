// PUT /artifacts/{uuid}: commits and uncommits. Tests every way to send `committed`, and every reason for rejection.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { readProblem, type Sent, send } from '../../send.ts';
import { startTestService, type TestService } from '../../service.ts';
import { createAuid, plainHead, store } from './captures.ts';

let service: TestService;
const url = 'http://a/';

beforeAll(async () => {
  service = await startTestService();
});

/** Stores these payloads in a new AU, as versions of one URL. */
async function versions(...texts: string[]) {
  const auid = createAuid();
  const captures = texts.map((body) => ({ url, head: plainHead, body }));
  return { auid, uuids: await store(service.client, captures, { auid }) };
}

const put = (uuid: string, sent: Sent) => send(service.client, 'PUT', `/artifacts/${uuid}`, sent);
const listed = async (auid: string, query = {}) =>
  (await service.client.artifacts(auid, query)).map(({ version }) => version);

describe('committed', () => {
  it.each<[string, (committed: string) => Sent]>([
    ['in the query', (committed) => ({ query: { committed } })],
    ['in an urlencoded form', (committed) => ({ form: { committed } })],
    ['in a multipart form', (committed) => ({ parts: { committed } })],
    ['in form and query alike', (committed) => ({ form: { committed }, query: { committed } })],
    [
      'in the query beside a form of something else',
      (committed) => ({ parts: { x: 'y' }, query: { committed } }),
    ],
  ])('is taken %s, and the updated artifact is the answer', async (_name, how) => {
    const { auid, uuids } = await versions('one');
    const uncommitted = await put(uuids[0]!, how('false'));
    expect([uncommitted.status, uncommitted.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    expect(JSON.parse(uncommitted.text)).toMatchObject({ committed: false, state: 'UNCOMMITTED' });
    expect(await listed(auid)).toEqual([]);
    const committed = await put(uuids[0]!, how('true'));
    expect(JSON.parse(committed.text)).toMatchObject({ committed: true, state: 'COMMITTED' });
    const [now] = await service.client.artifacts(auid);
    expect(JSON.parse(committed.text)).toEqual(now);
    expect(now).toMatchObject({ uuid: uuids[0], auid, uri: url, version: 1, contentLength: 3 });
  });

  it('is the same when it is sent again', async () => {
    const { auid, uuids } = await versions('one', 'three');
    for (const committed of ['false', 'false', 'true', 'true']) {
      const { status, text } = await put(uuids[1]!, { form: { committed } });
      expect([status, JSON.parse(text).committed]).toEqual([200, committed === 'true']);
    }
    expect(await sizes(auid)).toEqual([8, 5]);
  });

  it('decides in any order of versions which is the latest', async () => {
    const { auid, uuids } = await versions('1', '22', '333');
    const latest = async () => [...(await listed(auid, { version: 'latest' })), ...(await sizes(auid))];
    const set = (which: number, committed: boolean) => put(uuids[which]!, { query: { committed } });
    expect(await latest()).toEqual([3, 6, 3]);
    await set(2, false);
    expect(await latest()).toEqual([2, 3, 2]);
    await set(0, false);
    expect(await latest()).toEqual([2, 2, 2]);
    await set(1, false);
    expect(await latest()).toEqual([0, 0]);
    await set(0, true);
    expect(await latest()).toEqual([1, 1, 1]);
    await set(2, true);
    expect(await latest()).toEqual([3, 4, 3]);
    await set(1, true);
    expect(await latest()).toEqual([3, 6, 3]);
  });

  it('leaves content readable by uuid, and only committed content in replay', async () => {
    const namespace = 'replayed';
    const [uuid] = await store(service.client, [{ url, head: plainHead, body: 'text' }], { namespace });
    const replay = async () => (await service.client.get(`/replay/cdxb/${namespace}`, { url })).status;
    expect(await replay()).toBe(200);
    await put(uuid!, { query: { committed: false, namespace } });
    expect(await replay()).toBe(404);
    const payload = await service.client.bytes(`/artifacts/${uuid}/payload`, { namespace });
    expect(payload.toString()).toBe('text');
    await put(uuid!, { query: { committed: true, namespace } });
    expect(await replay()).toBe(200);
  });
});

async function sizes(auid: string): Promise<number[]> {
  const { totalAllVersions, totalLatestVersions } = await service.client.json<Record<string, number>>(
    `/aus/${encodeURIComponent(auid)}/size`,
  );
  return [totalAllVersions!, totalLatestVersions!];
}

describe('an update', () => {
  it.each<[string, Sent]>([
    ['nothing', {}],
    ['an empty form', { form: {} }],
    ['a form of something else', { form: { commit: 'true' } }],
    ['a multipart form of something else', { parts: { commit: 'true' } }],
    ['no boolean in the query', { query: { committed: 'yes' } }],
    ['no boolean in the form', { form: { committed: '1' } }],
    ['no boolean in the multipart form', { parts: { committed: 'yes' } }],
    ['nothing at all for a value', { form: { committed: '' } }],
    ['nothing at all for a part', { parts: { committed: '' } }],
    [
      'two values',
      {
        form: [
          ['committed', 'true'],
          ['committed', 'true'],
        ],
      },
    ],
    [
      'two parts',
      {
        parts: [
          ['committed', 'true'],
          ['committed', 'true'],
        ],
      },
    ],
    [
      'form and query that contradict each other',
      { form: { committed: 'true' }, query: { committed: false } },
    ],
    ['a file', { parts: [['committed', new Blob(['true'])]] }],
    ['a form without its boundary', { body: 'x', headers: { 'content-type': 'multipart/form-data' } }],
    [
      'a form that breaks off',
      { body: '--x\r\n', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
    ],
    ['another type', { body: '{"committed":true}', headers: { 'content-type': 'application/json' } }],
    ['a namespace that can be none', { query: { committed: true, namespace: 'a b' } }],
  ])('is 400 with %s, and changes nothing', async (_name, sent) => {
    const { auid, uuids } = await versions('one');
    await put(uuids[0]!, { query: { committed: false } });
    expect(readProblem(await put(uuids[0]!, sent)).status).toBe(400);
    expect(await listed(auid)).toEqual([]);
  });

  it('is 404 for what is not there, in this namespace or at all', async () => {
    const [uuid] = await store(service.client, [{ url, head: plainHead, body: 'x' }], { namespace: 'other' });
    for (const missing of [uuid!, randomUUID(), 'x', '..%2F..', uuid!.toUpperCase(), '%F0%9F%93%9A']) {
      const answer = await put(missing, { form: { committed: 'false' } });
      expect([missing, readProblem(answer).status]).toEqual([missing, 404]);
    }
    const wrongNamespace = await put(uuid!, { query: { committed: false, namespace: 'third' } });
    expect(readProblem(wrongNamespace).status).toBe(404);
    const { status } = await put(uuid!, { query: { committed: false, namespace: 'other' } });
    expect(status).toBe(200);
  });

  it('is 404 after the artifact was deleted', async () => {
    const { uuids } = await versions('one');
    await send(service.client, 'DELETE', `/artifacts/${uuids[0]}`);
    expect(readProblem(await put(uuids[0]!, { query: { committed: true } })).status).toBe(404);
  });
});
