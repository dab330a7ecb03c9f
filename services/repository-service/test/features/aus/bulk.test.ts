// POST /aus/{auid}/bulk: the bulk flag of an AU, where clients see it, which operations work while it is set, and every
// reason for rejection.
import { openDatabase } from '@holdfast/pg-kit';
import { addCleanup } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { readProblem, type Sent, send } from '../../send.ts';
import { startTestService, type TestService } from '../../service.ts';
import { createAuid, plainHead, store } from '../artifacts/captures.ts';

let service: TestService;
const url = 'http://a/';

beforeAll(async () => {
  service = await startTestService();
});

const bulkPath = (auid: string) => `/aus/${encodeURIComponent(auid)}/bulk`;
const bulk = (auid: string, sent: Sent, by = service) => send(by.client, 'POST', bulkPath(auid), sent);
const put = (auid: string, body: string) => store(service.client, [{ url, head: plainHead, body }], { auid });
const remove = async (uuid: string, by = service) =>
  (await send(by.client, 'DELETE', `/artifacts/${uuid}`)).status;

describe('a bulk transfer', () => {
  it.each<[string, (op: string) => Sent]>([
    ['an urlencoded', (op) => ({ form: { op } })],
    ['a multipart', (op) => ({ parts: { op } })],
  ])('starts and finishes by %s form, with empty answers', async (_name, how) => {
    const auid = createAuid();
    for (const op of ['start', 'start', 'finish']) {
      const { status, text } = await bulk(auid, how(op));
      expect([op, status, text]).toEqual([op, 200, '']);
    }
    expect(readProblem(await bulk(auid, how('finish')))).toMatchObject({
      status: 404,
      detail: expect.stringContaining('not in bulk mode'),
    });
  });

  it('does not show an AU that holds nothing yet', async () => {
    await put(createAuid(), 'x');
    const auid = createAuid();
    await bulk(auid, { form: { op: 'start' } });
    for (const path of ['artifacts', 'size']) {
      expect((await service.client.get(`/aus/${encodeURIComponent(auid)}/${path}`)).status).toBe(404);
    }
    const { auids } = await service.client.json<{ auids: string[] }>('/aus');
    expect(auids).not.toContain(auid);
    await bulk(auid, { form: { op: 'finish' } });
  });

  it('hides nothing, takes writes, goes on with versions, and keeps everything from being deleted', async () => {
    const auid = createAuid();
    const [first] = await put(auid, 'one');
    await bulk(auid, { form: { op: 'start' } });
    const [second] = await put(auid, 'three');
    const shown = async () => (await service.client.artifacts(auid)).map(({ version }) => version);
    expect(await shown()).toEqual([2, 1]);
    const size = () => service.client.json(`/aus/${encodeURIComponent(auid)}/size`);
    expect(await size()).toMatchObject({ totalAllVersions: 8, totalLatestVersions: 5 });
    expect([await remove(first!), await remove(second!)]).toEqual([409, 409]);
    const uncommit = await send(service.client, 'PUT', `/artifacts/${second}`, {
      query: { committed: false },
    });
    expect(uncommit.status).toBe(200);
    await bulk(auid, { form: { op: 'finish' } });
    expect(await size()).toMatchObject({ totalAllVersions: 3, totalLatestVersions: 3 });
    expect([await remove(first!), await remove(second!)]).toEqual([200, 200]);
  });

  it('ends with the planner knowing what there is by now', async () => {
    const auid = createAuid();
    const database = openDatabase({
      url: service.databaseUrl,
      applicationName: 'test',
      onError: () => undefined,
    });
    addCleanup(() => database.close());
    // Prevents autovacuum from updating the statistics during the test.
    await database.pool.query('alter table artifact set (autovacuum_enabled = false)');
    const known = async () =>
      (await database.pool.query("select reltuples from pg_class where relname = 'artifact'")).rows[0]
        .reltuples;
    await bulk(auid, { form: { op: 'start' } });
    const captures = Array.from({ length: 500 }, (_, i) => ({ url: `http://a/${i}`, head: plainHead }));
    await store(service.client, captures, { auid });
    expect(await known()).toBeLessThan(500);
    await bulk(auid, { form: { op: 'finish' } });
    expect(await known()).toBeGreaterThanOrEqual(500);
  });

  it('is of one AU in one namespace', async () => {
    const auid = createAuid();
    const [uuid] = await put(auid, 'x');
    await bulk(auid, { form: { op: 'start' }, query: { namespace: 'other' } });
    expect((await bulk(auid, { form: { op: 'finish' } })).status).toBe(404);
    expect(await remove(uuid!)).toBe(200);
    expect((await bulk(auid, { form: { op: 'finish' }, query: { namespace: 'other' } })).status).toBe(200);
  });

  it('is finished once when many try at once', async () => {
    const auid = createAuid();
    await bulk(auid, { form: { op: 'start' } });
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => bulk(auid, { form: { op: 'finish' } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404]);
  });

  it('outlives the process that started it', async () => {
    const auid = createAuid();
    const [uuid] = await put(auid, 'x');
    await bulk(auid, { form: { op: 'start' } });
    const replica = await startTestService({
      DATABASE_URL: service.databaseUrl,
      OBJECT_STORE: `fs:${service.storeFolder}`,
    });
    expect(await remove(uuid!, replica)).toBe(409);
    expect((await bulk(auid, { form: { op: 'finish' } }, replica)).status).toBe(200);
    expect(await remove(uuid!)).toBe(200);
  });
});

describe('a bulk operation', () => {
  it.each<[string, Sent]>([
    ['nothing', {}],
    ['an empty form', { form: {} }],
    ['no op', { form: { opp: 'start' } }],
    ['no op in a multipart form', { parts: { x: 'start' } }],
    ['another op', { form: { op: 'abort' } }],
    ['another op in a multipart form', { parts: { op: 'START' } }],
    ['an empty op', { form: { op: '' } }],
    [
      'two ops',
      {
        form: [
          ['op', 'start'],
          ['op', 'finish'],
        ],
      },
    ],
    [
      'two ops in a multipart form',
      {
        parts: [
          ['op', 'start'],
          ['op', 'start'],
        ],
      },
    ],
    ['a file', { parts: [['op', new Blob(['start'])]] }],
    ['another type', { body: '{"op":"start"}', headers: { 'content-type': 'application/json' } }],
    ['a namespace that can be none', { form: { op: 'start' }, query: { namespace: '/' } }],
  ])('is 400 with %s, and marks nothing', async (_name, sent) => {
    const auid = createAuid();
    expect(readProblem(await bulk(auid, sent)).status).toBe(400);
    expect((await bulk(auid, { form: { op: 'finish' } })).status).toBe(404);
  });

  it('is 404 to finish what was never started, whether there is such an AU or not', async () => {
    const auid = createAuid();
    await put(auid, 'x');
    for (const unmarked of [auid, 'none', '%', 'a/b']) {
      expect(readProblem(await bulk(unmarked, { form: { op: 'finish' } })).status).toBe(404);
    }
  });
});
