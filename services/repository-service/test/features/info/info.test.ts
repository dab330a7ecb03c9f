// Tests GET /namespaces and GET /replay/link.

import { openDatabase } from '@holdfast/pg-kit';
import { addCleanup } from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import { setCommitted } from '../../../src/index/aus/change-artifact.db.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { startTestService, type TestService } from '../../service.ts';
import { ask, readProblem } from '../artifacts/ask.ts';
import { plainHead, store } from '../artifacts/captures.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

const namespaces = () => service.client.json<string[]>('/namespaces');

it('lists namespaces that hold something committed, in byte order', async () => {
  expect(await namespaces()).toEqual([]);
  for (const namespace of ['b', 'a.b-c_d', 'B', 'default', 'a']) {
    await store(service.client, [{ head: plainHead, body: 'x' }], { namespace });
  }
  const [uncommitted] = await store(service.client, [{ head: plainHead, body: 'x' }], {
    namespace: 'hidden',
  });
  const database = openDatabase<IndexSchema>({
    url: service.databaseUrl,
    applicationName: 'test',
    onError: () => undefined,
  });
  addCleanup(() => database.close());
  await setCommitted(database.kysely, uncommitted!, false);
  expect(await namespaces()).toEqual(['B', 'a', 'a.b-c_d', 'b', 'default']);
});

it('takes no parameters and no other method', async () => {
  expect((await ask(service.client, '/namespaces', { query: { limit: 0 } })).status).toBe(400);
  const answer = await ask(service.client, '/namespaces', { method: 'DELETE' });
  expect([readProblem(answer).status, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
});

it('tells where captures are replayed, if a setting does', async () => {
  expect(await service.client.json('/replay/link')).toEqual({});
  const template = 'https://replay.example.org/{namespace}/{timestamp}/{url}';
  const other = await startTestService({ REPLAY_LINK: template });
  expect(await other.client.json('/replay/link')).toEqual({ template });
});

it.each(['https://{url}', 'javascript:alert(1)//{url}', 'https://replay.example.org/', 'https://a b/{url}'])(
  'refuses %s as a setting of that',
  async (template) => {
    await expect(startTestService({ REPLAY_LINK: template })).rejects.toThrow('REPLAY_LINK');
  },
);
