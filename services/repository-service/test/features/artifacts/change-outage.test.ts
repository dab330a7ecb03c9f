// Changes and queries while the index is down: only statuses in the contract, no partial changes, and normal responses
// afterwards.
import { startTestPostgres, type TestPostgresServer } from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import { readProblem, type Sent, send } from '../../send.ts';
import { startTestService, type TestService } from '../../service.ts';
import { plainHead, store } from './captures.ts';

let postgres: TestPostgresServer;
let service: TestService;
let uuid: string;
const auid = 'plugin&a~1';
const au = `/aus/${encodeURIComponent(auid)}`;

beforeAll(async () => {
  postgres = await startTestPostgres();
  service = await startTestService({ DATABASE_URL: postgres.server.url });
  [uuid] = (await store(service.client, [{ head: plainHead, body: 'x' }], { auid })) as [string];
});

const requests = (): [string, string, Sent][] => [
  ['PUT', `/artifacts/${uuid}`, { form: { committed: 'false' } }],
  ['DELETE', `/artifacts/${uuid}`, {}],
  ['POST', `${au}/bulk`, { form: { op: 'start' } }],
  ['POST', `${au}/bulk`, { form: { op: 'finish' } }],
  ['GET', '/repoinfo', {}],
  ['GET', '/namespaces', {}],
];

it('a change is 503 while the index is down, and not made', async () => {
  await postgres.kill();
  for (const [method, path, sent] of requests()) {
    const answer = await send(service.client, method, path, sent);
    expect([method, path, readProblem(answer).status]).toEqual([method, path, 503]);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  }
  const size = await send(service.client, 'GET', `${au}/size`);
  expect([502, 503]).toContain(readProblem(size).status);
  expect((await send(service.client, 'GET', '/checksumalgorithms')).status).not.toBe(500);

  await postgres.restart();
  await answered(`${service.client.url}/readyz`);
  expect(await service.client.artifacts(auid)).toMatchObject([{ uuid, committed: true }]);
  const finished = await send(service.client, 'POST', `${au}/bulk`, { form: { op: 'finish' } });
  expect(readProblem(finished).status).toBe(404);
  expect((await send(service.client, 'DELETE', `/artifacts/${uuid}`)).status).toBe(200);
});

async function answered(url: string): Promise<void> {
  while ((await fetch(url)).status !== 200) await new Promise((resolve) => setTimeout(resolve, 50));
}
