// Tests notifications with real services, a real mail server with TLS, and a real receiver of webhooks. A mail must
// report a flipped byte with a link to the repaired artifact, although the service is killed before it sends the mail.
// A webhook must arrive although its receiver is down for ten minutes. Takes about 20 minutes, because messages wait
// for five minutes.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  addCleanup,
  createTemporaryFolder,
  createTestDatabase,
  findFreePort,
  makeResponseRecord,
  type TestRepositoryClient,
} from '@holdfast/testkit';
import { decodeMail, MAIL_PASSWORD, startMailServer } from '../support/mail-server.ts';
import { type LaunchedRepository, launchRepository } from '../support/repository-server.ts';

const TEN_MINUTES_MS = 600_000;
const COPIES_REPAIRED = '/notices?kind=copy.repaired';

/** Runs the drill. Throws if a message is lost, repeated, or contains a secret. `say` reports the progress. */
export async function runNotificationsDrill(say: (sentence: string) => void): Promise<void> {
  const folder = await createTemporaryFolder();
  const { env: mailEnv, mails } = await startMailServer(folder);
  const hookPort = await findFreePort();
  const databaseUrl = (await createTestDatabase()).url;
  const running: LaunchedRepository[] = [];
  addCleanup(() => Promise.all(running.map(({ process }) => process.kill9())));
  const launch = async () => {
    const launched = await launchRepository({
      databaseUrl,
      objectStore: ['near', 'far'].map((name) => `${name}=fs:${join(folder, name)}`).join(),
      env: {
        COMPACTION_PERIOD: 'off',
        ...mailEnv,
        CONSOLE_URL: 'https://holdfast.example.org/console/',
        NODE_NAME: 'example',
      },
    });
    running.push(launched);
    await launched.ready();
    return launched;
  };

  const first = await launch();
  const kinds = ['copy.repaired'];
  const mail = await send<{ target: { id: string } }>(first.client, 'POST', '/notices/targets', {
    ...{ type: 'mail', address: 'a@example.org', kinds },
  });
  const address = `http://127.0.0.1:${hookPort}/`;
  const { secret } = await send<{ secret: string }>(first.client, 'POST', '/notices/targets', {
    type: 'webhook',
    address,
    kinds,
  });
  const test = await send(first.client, 'POST', `/notices/targets/${mail.target.id}/test`);
  assert.deepEqual(test, { outcome: 'sent' });
  say('a test mail arrived over TLS');

  const uuid = await damageCopy(first.client, folder);
  await send(first.client, 'PUT', '/jobs/fixity', { op: 'start' });
  await until(async () => (await first.client.json<{ notices: [] }>(COPIES_REPAIRED)).notices.length > 0);
  await first.process.kill9();
  say('the copy was repaired, and the service was killed before it sent a message');

  const second = await launch();
  await until(async () => mails.length === 2, 420_000);
  const { subject, text } = decodeMail(mails[1]!);
  assert.match(subject, /^\[Holdfast example\] 1 damaged copy was replaced from another store/);
  assert.ok(text.includes(`https://holdfast.example.org/console/artifacts/${uuid}?namespace=default`));
  assert.equal((await second.client.get(`/artifacts/${uuid}/payload`)).status, 200);
  say('a mail with a link to the repaired artifact arrived');

  await sleep(TEN_MINUTES_MS / 2);
  await second.process.kill9();
  const third = await launch();
  await sleep(TEN_MINUTES_MS / 2);
  const received = await startReceiver(hookPort);
  say('the receiver was down for ten minutes, and the service was killed meanwhile');
  await until(async () => received.length > 0, 900_000);
  const { type, data } = JSON.parse(received[0]!);
  assert.deepEqual([type, data.items[0].uuid], ['copy.repaired', uuid]);
  await until(async () => {
    const { deliveries } = await third.client.json<{ deliveries: { state: string }[] }>(
      '/notices/deliveries',
    );
    return deliveries.length === 2 && deliveries.every(({ state }) => state === 'sent');
  });
  assert.deepEqual([mails.length, received.length], [2, 1]);
  const logs = running.map(({ process }) => process.output()).join('\n');
  assert.ok(!logs.includes(MAIL_PASSWORD) && !logs.includes(secret.slice('whsec_'.length)));
  say('the webhook arrived once, and no log contains a secret');
}

/** Starts the receiver. Returns the list of the bodies that it receives. */
async function startReceiver(port: number): Promise<readonly string[]> {
  const received: string[] = [];
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push(Buffer.concat(chunks).toString());
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(port, '127.0.0.1', resolve));
  addCleanup(() => new Promise((resolve) => receiver.close(resolve)));
  return received;
}

/** Imports an artifact, and changes one byte of its record in the store `far`. Returns the artifact's UUID. */
async function damageCopy(client: TestRepositoryClient, folder: string): Promise<string> {
  const record = makeResponseRecord('http://www.example.org/tides', Buffer.from('tides '.repeat(1_000)));
  const { statuses } = await client.importArchive(record, { auid: 'tides' });
  const uuid = statuses[0]!.artifactUuid!;
  const answer = await client.get(`/artifacts/${uuid}`, {}, { accept: 'application/json' });
  const { storageUrl } = (await answer.json()) as { storageUrl: string };
  const { pathname, searchParams } = new URL(storageUrl);
  const [offset, length] = ['offset', 'length'].map((name) => Number(searchParams.get(name)));
  const path = join(folder, 'far', 'objects', pathname.slice(pathname.indexOf('/ns/')));
  await until(async () => existsSync(path));
  const bytes = await readFile(path);
  bytes[offset! + Math.floor(length! / 2)]! ^= 1;
  await writeFile(path, bytes);
  return uuid;
}

async function send<Answer>(
  client: TestRepositoryClient,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const response = await fetch(`${client.url}${path}`, {
    method,
    headers: { authorization: client.authorization, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

async function until(condition: () => Promise<boolean>, timeoutMs = 60_000): Promise<void> {
  const endMs = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > endMs) throw new Error(`not true within ${timeoutMs} ms: ${condition}`);
    await sleep(100);
  }
}
