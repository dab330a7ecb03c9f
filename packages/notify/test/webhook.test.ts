// Tests webhooks with a real HTTP receiver. The library of the Standard Webhooks project verifies the signatures.
import { beforeEach, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { sendWebhook } from '../src/sending/send-webhook.ts';
import { makeWebhookSecret } from '../src/sending/webhook-secret.ts';
import { type HttpReceiver, startHttpReceiver } from './receivers.ts';

let receiver: HttpReceiver;
beforeEach(async () => {
  receiver = await startHttpReceiver();
});

const secret = makeWebhookSecret();
const id = '0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a65';
const body = '{"type":"damage.found","text":"ü"}';
const send = (more: { url?: string; secrets?: string[] } = {}, timeoutMs = 5_000) =>
  sendWebhook({ id, body, url: receiver.url, secrets: [secret], ...more }, { timeoutMs, nowMs: Date.now });
const verify = (of: string) => {
  const { body: received, headers } = receiver.requests.at(-1)!;
  return new Webhook(of).verify(received, headers as Record<string, string>);
};

it('signs the body according to Standard Webhooks', async () => {
  expect(await send()).toEqual({ outcome: 'sent' });
  const { method, headers } = receiver.requests[0]!;
  expect(method).toBe('POST');
  expect(headers).toMatchObject({ 'webhook-id': id, 'content-type': 'application/json' });
  expect(verify(secret)).toEqual(JSON.parse(body));
  expect(() => verify(makeWebhookSecret())).toThrow();
});

it('signs with both secrets during a rotation', async () => {
  const next = makeWebhookSecret();
  await send({ secrets: [next, secret] });
  expect(verify(next)).toEqual(verify(secret));
});

it('follows no redirect', async () => {
  const other = await startHttpReceiver();
  receiver.respond = (response) => response.writeHead(307, { location: other.url }).end();
  expect(await send()).toEqual({
    ...{ outcome: 'failed' },
    error: 'The receiver answered 307, and redirects are not followed.',
  });
  expect(other.requests).toEqual([]);
});

it.each([429, 500, 404])('tries again after %d', async (status) => {
  receiver.respond = (response) => response.writeHead(status).end();
  expect(await send()).toEqual({ outcome: 'failed', error: `The receiver answered ${status}.` });
});

it('ends with 410', async () => {
  receiver.respond = (response) => response.writeHead(410).end();
  expect(await send()).toMatchObject({ isFinal: true, isGone: true });
});

it('stops waiting for a receiver that does not respond', async () => {
  receiver.respond = () => undefined;
  expect(await send({}, 100)).toMatchObject({ error: 'The receiver did not answer within 0.1 seconds.' });
});

it('reads only the beginning of an endless response', async () => {
  let sent = 0;
  receiver.respond = (response) => {
    response.writeHead(200);
    const more = (): void => {
      while (!response.destroyed && sent < 1_000_000_000 && response.write(Buffer.alloc(65_536)))
        sent += 65_536;
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  };
  expect(await send()).toEqual({ outcome: 'sent' });
  expect(sent).toBeLessThan(50_000_000);
});

it('refuses link-local addresses, however they are written', async () => {
  for (const host of ['169.254.169.254', '[fe80::1]', '[::ffff:169.254.169.254]', '0xa9fea9fe'])
    expect(await send({ url: `http://${host}/latest/meta-data` })).toMatchObject({
      ...{ outcome: 'failed' },
      error: expect.stringContaining('not to be asked'),
    });
});
