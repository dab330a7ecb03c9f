// Sends the deliveries that are due. Claims each attempt in the database first, so that no other replica sends the same
// message. If a process dies between sending a message and recording the result, the message is sent again with the
// same identifier, by which receivers can recognize duplicates.
import type { Log } from '@holdfast/service-kit';
import {
  type ClaimedDelivery,
  claimDeliveries,
  markDeliveryFailed,
  markDeliverySent,
} from '../index/deliveries.db.ts';
import type { NoticeDatabase } from '../index/notice-database.ts';
import { changeTarget } from '../index/targets.db.ts';
import type { MailSettings } from '../settings/notify-settings.ts';
import type { CountAttempt } from './metrics.ts';
import { sendMail } from './send-mail.ts';
import type { SendResult } from './send-result.ts';
import { sendWebhook } from './send-webhook.ts';

export interface SenderDeps {
  readonly mail: MailSettings | undefined;
  readonly node: string;
  nowMs(): number;
}

export interface DeliveryDeps extends SenderDeps {
  readonly database: NoticeDatabase;
  readonly log: Log;
  readonly onAttempt: CountAttempt;
  /** Pauses between attempts. There is one more attempt than pauses. */
  readonly retryMs: readonly number[];
  /** Returns a random number n with 0 ≤ n < 1. */
  random(): number;
}

/** Pauses according to the Standard Webhooks rules: ten attempts within 75 hours. */
export const RETRY_MS: readonly number[] = [
  ...[5_000, 30_000, 120_000, 600_000, 1_800_000],
  ...[7_200_000, 28_800_000, 86_400_000, 144_000_000],
];

const AT_ONCE = 10;
const MAIL_TIMEOUT_MS = 30_000;
/**
 * Time limit for a whole attempt to send a mail, as a multiple of MAIL_TIMEOUT_MS. It is shorter than the lease of a
 * delivery, so that no other process sends the same mail meanwhile.
 */
const MAIL_TOTAL = 3;
const WEBHOOK_TIMEOUT_MS = 15_000;
/** Each pause varies randomly by up to this fraction, so that the retries of many messages are spread out. */
const JITTER = 0.2;

/** Sends all deliveries that are due. Returns the number of attempts. */
export async function sendDueDeliveries(deps: DeliveryDeps, signal: AbortSignal): Promise<number> {
  const { database } = deps;
  let attempts = 0;
  for (let found = AT_ONCE; found === AT_ONCE && !signal.aborted; attempts += found) {
    const claimed = await claimDeliveries(database.db, database.owner, AT_ONCE);
    await Promise.all(claimed.map((delivery) => attemptDelivery(deps, delivery, signal)));
    found = claimed.length;
  }
  return attempts;
}

async function attemptDelivery(
  deps: DeliveryDeps,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<void> {
  const { database, log, onAttempt, retryMs, random } = deps;
  const { id, type, target, attempts } = delivery;
  const result = await sendUnlessStopped(deps, delivery, signal);
  // The result is unknown if the service is stopping. Another process repeats the attempt when the lease expires.
  if (result === undefined) return;
  if (result.outcome === 'sent') {
    await markDeliverySent(database.db, database.owner, id);
    onAttempt(type, 'sent');
    return;
  }
  const pauseMs = result.isFinal ? undefined : retryMs[attempts - 1];
  const againMs = pauseMs === undefined ? undefined : pauseMs * (1 + JITTER * (2 * random() - 1));
  await markDeliveryFailed(database.db, database.owner, id, { error: result.error, againMs });
  onAttempt(type, againMs === undefined ? 'failed' : 'retried');
  if (againMs === undefined)
    log.warn({ delivery: id, target, type, error: result.error }, 'a notification could not be delivered');
  if (result.isGone)
    await changeTarget(database.db, database.owner, target, { enabled: false, whyOff: result.error });
}

async function sendUnlessStopped(
  deps: SenderDeps,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<SendResult | undefined> {
  const stopped = Promise.withResolvers<undefined>();
  const stop = () => stopped.resolve(undefined);
  signal.addEventListener('abort', stop, { once: true });
  const timeoutMs = delivery.type === 'mail' ? MAIL_TIMEOUT_MS : WEBHOOK_TIMEOUT_MS;
  const result = await Promise.race([
    sendMessage(deps, { ...delivery, atMs: delivery.createdMs }, { timeoutMs, signal }),
    stopped.promise,
  ]);
  signal.removeEventListener('abort', stop);
  return signal.aborted ? undefined : result;
}

export interface TargetMessage
  extends Pick<ClaimedDelivery, 'id' | 'type' | 'address' | 'subject' | 'body' | 'secret' | 'oldSecret'> {
  readonly atMs: number;
}

/** Sends one message. Never rejects. */
export async function sendMessage(
  { mail, node, nowMs }: SenderDeps,
  { id, type, address, subject, body, secret, oldSecret, atMs }: TargetMessage,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal?: AbortSignal },
): Promise<SendResult> {
  if (type === 'mail') {
    if (mail === undefined)
      return { outcome: 'failed', error: 'Mail cannot be sent: set MAIL_SERVER and MAIL_FROM.' };
    const limits = { timeoutMs, totalMs: MAIL_TOTAL * timeoutMs, signal };
    return sendMail(mail, { id, to: address, subject, text: body, atMs, node }, limits);
  }
  const secrets = [secret, oldSecret].filter((one) => one !== null);
  return sendWebhook({ id, url: address, body, secrets }, { timeoutMs, signal, nowMs });
}
