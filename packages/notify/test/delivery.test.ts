// Tests deliveries across restarts, outages of receivers, and several replicas. The pauses between attempts are short.
import { createMetrics } from '@holdfast/service-kit';
import { readSettings } from '@holdfast/service-kit/settings';
import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { claimDeliveries, listDeliveries, makeDeliveryDue } from '../src/index/deliveries.db.ts';
import { recordNotices } from '../src/index/notices.db.ts';
import { listTargets } from '../src/index/targets.db.ts';
import { notifyContinuously } from '../src/notify-continuously.ts';
import { planDeliveries } from '../src/planning/plan-deliveries.ts';
import { sendDueDeliveries } from '../src/sending/deliver.ts';
import { makeWebhookSecret } from '../src/sending/webhook-secret.ts';
import { notifySpec } from '../src/settings/notify-settings.ts';
import {
  addTarget,
  createNoticeDatabase,
  openEmptyNotices,
  openTestReplica,
  type TestNotices,
} from './notice-database.ts';
import { type HttpReceiver, startHttpReceiver } from './receivers.ts';

const secret = makeWebhookSecret();
const going = new AbortController().signal;
let url: string;
let notices: TestNotices;
let receiver: HttpReceiver;
beforeAll(async () => {
  url = await createNoticeDatabase();
});
beforeEach(async () => {
  notices = await openEmptyNotices(url);
  receiver = await startHttpReceiver();
  await addTarget(notices, { type: 'webhook', address: receiver.url, secret });
});

/** Plans the delivery of one notice. */
async function plan(count = 1): Promise<void> {
  await recordNotices(notices.database.db, 'repository', [
    { kind: 'damage.found', status: 'event', detail: { count } },
  ]);
  await planDeliveries(notices.planner);
}

const listed = () =>
  listDeliveries(notices.database.db, 'repository', { state: undefined }, { before: undefined, limit: 100 });
const ids = () => receiver.requests.map(({ headers }) => headers['webhook-id']);

it('sends a message once with two replicas', async () => {
  const other = openTestReplica(notices.url);
  for (let count = 1; count <= 15; count++) await plan(count);
  await Promise.all([notices, other].map(({ sender }) => sendDueDeliveries(sender, going)));
  expect(new Set(ids()).size).toBe(15);
  expect(ids()).toHaveLength(15);
  expect((await listed()).map(({ state }) => state)).toEqual(Array(15).fill('sent'));
});

it('sends planned messages after a restart', async () => {
  await plan();
  await notices.opened.close();
  const restarted = openTestReplica(notices.url);
  await sendDueDeliveries(restarted.sender, going);
  const [{ body, headers }] = receiver.requests as [HttpReceiver['requests'][number]];
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
    type: 'damage.found',
  });
});

it('retries with the same identifier and body while a receiver is down', async () => {
  await plan();
  receiver.respond = (response) => response.writeHead(503).end();
  await sendDueDeliveries(notices.sender, going);
  await receiver.close();
  await sendDueDeliveries(notices.sender, going);
  expect((await listed())[0]).toMatchObject({
    ...{ state: 'waiting', attempts: 2 },
    lastError: expect.stringContaining('ECONNREFUSED'),
  });
  const again = await startHttpReceiver(receiver.port);
  await sendDueDeliveries(notices.sender, going);
  expect(again.requests.map(({ body, headers }) => [headers['webhook-id'], body])).toEqual([
    [receiver.requests[0]!.headers['webhook-id'], receiver.requests[0]!.body],
  ]);
  expect(notices.attempts).toEqual(['webhook retried', 'webhook retried', 'webhook sent']);
});

it('repeats the identifier if the process dies between sending and recording', async () => {
  await plan();
  const [claimed] = await claimDeliveries(notices.database.db, 'repository', 10);
  expect(await claimDeliveries(notices.database.db, 'repository', 10)).toEqual([]);
  // Simulates that the lease of the dead process has expired.
  await notices.opened.pool.query(
    "update repository_notice_delivery set due_at = now() - interval '1 second'",
  );
  await sendDueDeliveries(notices.sender, going);
  expect(ids()).toEqual([claimed!.id]);
  expect((await listed())[0]).toMatchObject({ state: 'sent', attempts: 2 });
});

it('fails after the last attempt, logs the failure, and can be sent again', async () => {
  receiver.respond = (response) => response.writeHead(500).end();
  await plan();
  for (let attempt = 0; attempt < 6; attempt++) await sendDueDeliveries(notices.sender, going);
  const [failed] = await listed();
  expect(failed).toMatchObject({ state: 'failed', attempts: 4, lastError: 'The receiver answered 500.' });
  expect(notices.attempts.at(-1)).toBe('webhook failed');
  expect(notices.logged.join('')).toContain('a notification could not be delivered');
  expect(notices.logged.join('')).not.toContain(secret.slice('whsec_'.length));
  receiver.respond = (response) => response.writeHead(200).end();
  expect(await makeDeliveryDue(notices.database.db, 'repository', failed!.id)).toMatchObject({
    ...{ state: 'waiting', attempts: 0 },
  });
  await sendDueDeliveries(notices.sender, going);
  expect((await listed())[0]).toMatchObject({ state: 'sent' });
});

it('plans and sends while a service runs, until it stops', async () => {
  await recordNotices(notices.database.db, 'repository', [
    { kind: 'damage.found', status: 'event', detail: { reason: 'a \0 and \\u0000 and \ud800' } },
  ]);
  const stopping = new AbortController();
  receiver.respond = (response) => {
    response.writeHead(200).end();
    stopping.abort();
  };
  await notifyContinuously(
    {
      ...{ database: notices.database, log: notices.sender.log, nowMs: Date.now },
      settings: readSettings({ NODE_NAME: 'our node' }, notifySpec),
      metrics: createMetrics({ processMetrics: false }),
      intervals: { planEveryMs: 5, sendEveryMs: 5, groupMs: 0 },
    },
    stopping.signal,
  );
  expect(JSON.parse(receiver.requests[0]!.body).data).toMatchObject({
    ...{ node: 'our node', text: expect.stringContaining('Reason: a  and \\u0000 and \ufffd') },
  });
});

it('disables a target whose receiver is gone', async () => {
  receiver.respond = (response) => response.writeHead(410).end();
  await plan();
  await sendDueDeliveries(notices.sender, going);
  const [target] = await listTargets(notices.database.db, 'repository');
  expect(target).toMatchObject({ enabled: false, whyOff: 'The receiver answered 410 Gone.' });
  expect((await listed())[0]).toMatchObject({ state: 'failed' });
});

it('waits longer after each attempt', async () => {
  receiver.respond = (response) => response.writeHead(500).end();
  await plan();
  const sender = { ...notices.sender, retryMs: [60_000, 600_000], random: () => 1 };
  await sendDueDeliveries(sender, going);
  const [{ dueMs }] = (await listed()) as [Awaited<ReturnType<typeof listed>>[number]];
  expect(dueMs - Date.now()).toBeGreaterThan(60_000);
  expect(dueMs - Date.now()).toBeLessThanOrEqual(72_000);
  expect(await sendDueDeliveries(sender, going)).toBe(0);
});

it('stops while a receiver does not answer, and repeats the message later', async () => {
  const stopping = new AbortController();
  receiver.respond = () => stopping.abort();
  await plan();
  await sendDueDeliveries(notices.sender, stopping.signal);
  expect((await listed())[0]).toMatchObject({ state: 'waiting', attempts: 1, lastError: null });
});
