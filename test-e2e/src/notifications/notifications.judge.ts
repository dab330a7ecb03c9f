// Judges: packages/notify services
// Real services, a real mail server with TLS, and a real receiver of webhooks: a mail reports a flipped byte with a link
// to the repaired artifact, although the service is killed before it sends. A webhook arrives although its receiver is
// down for ten minutes. Takes about 20 minutes, because messages wait for five minutes.
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  addCleanup,
  createTemporaryFolder,
  createTestDatabase,
  findFreePort,
  makeCertificate,
  makeResponseRecord,
  type TestRepositoryClient,
} from '@holdfast/testkit';
import { afterAll, expect, it } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import { type LaunchedRepository, launchRepository } from '../support/repository-server.ts';

const MAIL_PASSWORD = 'a hidden word for mail';
const TEN_MINUTES_MS = 600_000;

const running: LaunchedRepository[] = [];
afterAll(async () => {
  for (const { process } of running) await process.kill9();
});

it('tells of a flipped byte after a kill, and reaches a receiver that was down for ten minutes', async () => {
  const folder = await createTemporaryFolder();
  const mails: string[] = [];
  const { certFile, keyFile } = makeCertificate(folder, 'mail');
  const smtp = new SMTPServer({
    ...{ cert: await readFile(certFile), key: await readFile(keyFile), closeTimeout: 100 },
    onAuth: ({ username, password }, _session, done) =>
      password === MAIL_PASSWORD ? done(null, { user: username }) : done(new Error('wrong password')),
    onData: async (stream, _session, done) => {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      mails.push(Buffer.concat(chunks).toString());
      done();
    },
  });
  smtp.on('error', () => undefined);
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  addCleanup(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
  const hookPort = await findFreePort();
  const stores = ['near', 'far'].map((name) => `${name}=fs:${join(folder, name)}`).join();
  const databaseUrl = (await createTestDatabase()).url;
  const launch = async () => {
    const launched = await launchRepository({
      databaseUrl,
      objectStore: stores,
      env: {
        COMPACTION_PERIOD: 'off',
        MAIL_SERVER: `smtp://sender@127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
        MAIL_PASSWORD,
        MAIL_FROM: 'holdfast@example.org',
        CONSOLE_URL: 'https://holdfast.example.org/console/',
        NODE_NAME: 'example',
        NODE_EXTRA_CA_CERTS: certFile,
      },
    });
    running.push(launched);
    await launched.ready();
    return launched;
  };

  const first = await launch();
  const kinds = ['copy.repaired'];
  const mail = await send(first.client, 'POST', '/notices/targets', {
    type: 'mail',
    address: 'a@example.org',
    kinds,
  });
  const address = `http://127.0.0.1:${hookPort}/`;
  const { secret } = await send(first.client, 'POST', '/notices/targets', {
    type: 'webhook',
    address,
    kinds,
  });
  const test = await send(first.client, 'POST', `/notices/targets/${mail.target.id}/test`);
  expect(test).toEqual({ outcome: 'sent' });

  const record = makeResponseRecord('http://www.example.org/tides', Buffer.from('tides '.repeat(1_000)));
  const { statuses } = await first.client.importArchive(record, { auid: 'tides' });
  const uuid = statuses[0]!.artifactUuid!;
  await flipByte(join(folder, 'near'), join(folder, 'far'));
  await send(first.client, 'PUT', '/jobs/fixity', { op: 'start' });
  const list = () => first.client.json<{ notices: { artifact?: string }[] }>('/notices?kind=copy.repaired');
  await until(async () => (await list()).notices.length > 0);
  await first.process.kill9();

  const second = await launch();
  await until(async () => mails.length === 2, 420_000);
  expect(mails[1]).toContain('Subject: [Holdfast example] 1 damaged copy was replaced from another store');
  const text = mails[1]!.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  expect(text).toContain(`https://holdfast.example.org/console/artifacts/${uuid}?namespace=default`);
  expect((await second.client.get(`/artifacts/${uuid}/payload`)).status).toBe(200);

  // The receiver is down for ten minutes. Meanwhile the service is killed once more.
  await sleep(TEN_MINUTES_MS / 2);
  await second.process.kill9();
  const third = await launch();
  await sleep(TEN_MINUTES_MS / 2);
  const received: string[] = [];
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push(Buffer.concat(chunks).toString());
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(hookPort, '127.0.0.1', resolve));
  addCleanup(() => new Promise((resolve) => receiver.close(resolve)));
  await until(async () => received.length > 0, 900_000);
  expect(JSON.parse(received[0]!)).toMatchObject({ type: 'copy.repaired', data: { items: [{ uuid }] } });
  await until(async () => {
    const { deliveries } = await third.client.json<{ deliveries: { state: string }[] }>(
      '/notices/deliveries',
    );
    return deliveries.length === 2 && deliveries.every(({ state }) => state === 'sent');
  });
  expect(mails).toHaveLength(2);
  expect(received).toHaveLength(1);
  const logs = running.map(({ process }) => process.output()).join('\n');
  expect(logs).not.toContain(MAIL_PASSWORD);
  expect(logs).not.toContain(secret.slice('whsec_'.length));
}, 2_400_000);

/** Waits until the segment has a copy in `far`, and changes one byte of the copy. */
async function flipByte(near: string, far: string): Promise<void> {
  const segments = async () =>
    (await readdir(join(near, 'objects', 'ns'), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && entry.name.endsWith('.warc.gz'))
      .map((entry) => join(entry.parentPath, entry.name));
  const [path] = (await segments()) as [string];
  const copy = path.replace(near, far);
  await until(async () => existsSync(copy));
  const bytes = await readFile(copy);
  bytes[100]! ^= 1;
  await writeFile(copy, bytes);
}

async function send(client: TestRepositoryClient, method: string, path: string, body?: unknown) {
  const response = await fetch(`${client.url}${path}`, {
    method,
    headers: { authorization: client.authorization, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}

async function until(condition: () => Promise<boolean>, timeoutMs = 60_000): Promise<void> {
  const endMs = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > endMs) throw new Error(`not true within ${timeoutMs} ms: ${condition}`);
    await sleep(100);
  }
}
