// Tests the notices, targets and deliveries of the configuration service over a real socket. The repository service's
// test covers the details of the shared operations.
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openDatabase } from '@holdfast/pg-kit';
import { createTemporaryFolder } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import request from 'supertest';
import { createConfigDatabase } from '../../config-database.ts';
import { type ConfigTestService, startTestService } from '../../service.ts';

let service: ConfigTestService;
let source: string;
let databaseUrl: string;
const receiver = createServer((_request, response) => response.writeHead(204).end());
let address: string;

beforeAll(async () => {
  source = join(await createTemporaryFolder(), 'lockss.xml');
  await writeFile(source, '<lockss-config><property name="x">');
  ({ url: databaseUrl } = await createConfigDatabase());
  service = await startTestService(databaseUrl, { CONFIG_SOURCES: source });
  await service.becomes(true);
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  await service.stop();
  receiver.close();
});

const ask = (method: 'get' | 'post' | 'patch' | 'delete' | 'put', path: string) =>
  request(service.url)[method](path).set(service.asAdmin);

it('records when a source fails, and when it works again', async () => {
  const list = async () => (await ask('get', '/notices').expect(200)).body.notices;
  const about = {
    ...{ id: expect.any(String), at: expect.any(Number), kind: 'source.failed', incident: 'source.failed' },
    detail: { count: 1, reason: expect.stringContaining('lockss.xml') },
  };
  while ((await list()).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await list()).toEqual([{ ...about, status: 'firing' }]);
  await writeFile(source, '<lockss-config></lockss-config>');
  await ask('put', '/config/reload').expect(200);
  while ((await list()).length === 1) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await list()).toEqual([
    { ...about, status: 'resolved' },
    { ...about, status: 'firing' },
  ]);
});

it('refuses a secret for an email address', async () => {
  const target = { type: 'mail', address: 'librarian@example.org', kinds: [] };
  const { body } = await ask('post', '/notices/targets').send(target).expect(201);
  const path = `/notices/targets/${body.target.id}`;
  const refused = await ask('patch', path).send({ rotate: true }).expect(409);
  expect(refused.body.detail).toBe('An email address has no secret.');
  await ask('delete', path).expect(204);
});

it('adds, tests, changes and removes a target', async () => {
  const target = { type: 'webhook', address, kinds: ['source.failed'] };
  const { body } = await ask('post', '/notices/targets').send(target).expect(201);
  await ask('post', '/notices/targets').send(target).expect(409);
  await ask('post', '/notices/targets')
    .send({ ...target, address: 'x'.repeat(2 ** 20) })
    .expect(413);
  const path = `/notices/targets/${body.target.id}`;
  await ask('patch', path)
    .send({ kinds: Array(2 ** 18).fill('x') })
    .expect(413);
  expect((await ask('post', `${path}/test`).expect(200)).body).toEqual({ outcome: 'sent' });
  expect((await ask('patch', path).send({ weekly: true }).expect(200)).body.target.weekly).toBe(true);
  const { body: listed } = await ask('get', '/notices/targets').expect(200);
  expect(listed.targets.map(({ id }: { id: string }) => id)).toEqual([body.target.id]);
  const database = openDatabase({ url: databaseUrl, applicationName: 'test', onError: () => undefined });
  const { rows } = await database.pool.query(
    `insert into configuration_notice_delivery (target_id, notices, subject, body, state)
     values ($1, 1, 'a', '{}', 'failed') returning id`,
    [body.target.id],
  );
  await database.close();
  const resend = `/notices/deliveries/${rows[0].id}/resend`;
  expect((await ask('post', resend).expect(200)).body.state).toBe('waiting');
  await ask('delete', path).expect(204);
  await ask('post', resend).expect(404);
  expect((await ask('get', '/notices/deliveries').expect(200)).body).toEqual({ deliveries: [] });
});
