// Sends one request to a webhook, signed according to the Standard Webhooks rules. Follows no redirects and reads only
// the start of the response. Refuses link-local addresses, at which cloud providers publish secrets of the machine.
// Private addresses are allowed, because an administrator chose the receiver.
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { createGuardedLookup } from '@holdfast/service-kit';
import { describeSendError, type SendResult } from './send-result.ts';
import { signWebhook } from './webhook-secret.ts';

export interface OutgoingWebhook {
  /** Identifier of the message, the same in every attempt. */
  readonly id: string;
  readonly url: string;
  readonly body: string;
  /** Current secret and, during a rotation, the previous one. */
  readonly secrets: readonly string[];
}

export interface WebhookOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  nowMs(): number;
}

const guardedLookup = createGuardedLookup(true);
const MAX_RESPONSE_BYTES = 4_096;

export async function sendWebhook(webhook: OutgoingWebhook, options: WebhookOptions): Promise<SendResult> {
  try {
    const status = await postWebhook(webhook, options);
    if (status >= 200 && status < 300) return { outcome: 'sent' };
    if (status === 410)
      return { outcome: 'failed', error: 'The receiver answered 410 Gone.', isFinal: true, isGone: true };
    const why = status >= 300 && status < 400 ? ', and redirects are not followed' : '';
    return { outcome: 'failed', error: `The receiver answered ${status}${why}.` };
  } catch (error) {
    return { outcome: 'failed', error: describeSendError(error, webhook.secrets) };
  }
}

async function postWebhook(
  { id, url: address, body, secrets }: OutgoingWebhook,
  { timeoutMs, signal, nowMs }: WebhookOptions,
): Promise<number> {
  const url = new URL(address);
  await refuseGuardedAddress(url.hostname.replace(/^\[|\]$/g, ''));
  const timestamp = Math.floor(nowMs() / 1000);
  const limit = AbortSignal.timeout(timeoutMs);
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method: 'POST',
    agent: false,
    lookup: guardedLookup,
    signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'User-Agent': 'Holdfast',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signWebhook(secrets, { id, timestamp, body }),
    },
  });
  request.on('response', (response) => {
    let bytes = 0;
    const finish = () => {
      resolve(response.statusCode ?? 0);
      request.destroy();
    };
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_RESPONSE_BYTES) finish();
    });
    response.on('end', finish);
    response.on('error', reject);
  });
  request.on('error', (error) =>
    reject(
      limit.aborted ? new Error(`The receiver did not answer within ${timeoutMs / 1000} seconds.`) : error,
    ),
  );
  request.end(body);
  return promise;
}

/** Node looks up only host names, so IP addresses in the URL are checked here. */
async function refuseGuardedAddress(host: string): Promise<void> {
  if (isIP(host) === 0) return;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  guardedLookup(host, {}, (error) => (error === null ? resolve() : reject(error)));
  await promise;
}
