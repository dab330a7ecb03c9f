// Publishes the changes of one outbox in order, over one connection. Removes changes when the broker has accepted them.
// A database lock ensures that only one bridge publishes at a time.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Outbox, OutboxChange, OutboxLimits } from '@holdfast/pg-kit';
import type { MessageConverter, TopicMessage } from '../messages/topics.ts';
import { BrokerError, type StompConnection, type StompMessage } from '../stomp/connection.ts';
import { encodeMapBody, MAP_SEND_HEADER, MAP_SUBSCRIBE_HEADER, parseMapBody } from '../stomp/map-message.ts';
import { type BrokerLoopDeps, runWhileConnected } from './run-while-connected.ts';

export interface PublishingDeps extends BrokerLoopDeps {
  /** Name of the service: `configuration` or `repository`. */
  readonly name: string;
  readonly outbox: Outbox;
  readonly converter: MessageConverter;
  readonly limits: OutboxLimits;
  /**
   * Delay after connecting, in milliseconds, so that listeners can reconnect to the broker before messages are sent.
   */
  readonly settleMs: number;
  /**
   * Interval in milliseconds at which the database is polled even without a notification. The bridge also records its
   * presence at this interval.
   */
  readonly lookEveryMs: number;
  readonly onState: (state: PublishingState) => void;
  readonly onPublished: (messages: number) => void;
  readonly onGap: () => void;
}

/**
 * Publishing state. `connecting`: not connected to a broker. `settling`: waiting for listeners to reconnect.
 * `publishing`: sending changes.
 */
export type PublishingState = 'connecting' | 'settling' | 'publishing';

/** Limits on the number and the total size of changes per broker transaction. */
const BATCH = { rows: 200, bytes: 4 * 1024 * 1024 };
/** Polling interval while waiting for transactions that started before the bridge was registered. */
const UNAWARE_MS = 100;
/** Name of a message property. Must be valid in JMS. */
const MESSAGE_ID = 'HoldfastMessageId';

/** Publishes changes until `signal` aborts. This bridge must hold the lock. */
export async function publishOutbox(deps: PublishingDeps, signal: AbortSignal): Promise<void> {
  const { outbox, limits, log } = deps;
  const { epoch, hasGap } = await outbox.register(limits);
  const run: PublishingRun = { ...deps, epoch, hasGap, rows: BATCH.rows };
  if (hasGap) recordGap(run);
  log.info({ epoch }, 'this bridge publishes the changes');
  const bell = createBell(signal);
  const listening = outbox.listen(bell.ring, signal);
  try {
    deps.onState('connecting');
    await runWhileConnected(
      deps,
      (connection) => publishOn(run, connection, bell, signal).finally(() => deps.onState('connecting')),
      signal,
    );
  } finally {
    await listening;
  }
}

interface PublishingRun extends PublishingDeps {
  readonly epoch: string;
  /** True if listeners may have missed messages and must therefore reload their data. */
  hasGap: boolean;
  /** Maximum number of changes in the next batch. Halved when the broker refuses a batch. */
  rows: number;
}

function recordGap(run: PublishingRun): void {
  run.hasGap = true;
  run.onGap();
  run.log.warn('some changes may be lost; restart programs that cache state documents');
}

/** Publishes over one connection until `signal` aborts. Rejects when the connection is lost. */
async function publishOn(
  run: PublishingRun,
  connection: StompConnection,
  bell: Bell,
  signal: AbortSignal,
): Promise<void> {
  const { outbox, settleMs, lookEveryMs } = run;
  const ended = AbortSignal.any([connection.gone, signal]);
  connection.gone.addEventListener('abort', bell.ring);
  answerQuestions(run, connection);
  run.onState('settling');
  await sleep(settleMs, undefined, { signal: ended }).catch(() => undefined);
  // Assumes a gap, because a broker that was down may have lost accepted messages.
  run.hasGap = true;
  let unaware: string[] | undefined;
  run.onState('publishing');
  while (!ended.aborted) {
    const changes = await outbox.read(run.rows, BATCH.bytes);
    if (changes.length > 0) await sendChanges(run, connection, changes);
    const isDrained = changes.length < run.rows;
    if (isDrained && run.hasGap) {
      // Waits for transactions that started before the bridge was registered, so that listeners that reload all data
      // see the changes of these transactions.
      unaware = await outbox.openTransactions(unaware);
      if (unaware.length === 0) {
        await connection.send([asMessage(run.converter.afterGap, `${run.epoch}-gap-${Date.now()}`)]);
        run.hasGap = false;
        unaware = undefined;
      }
    }
    if (await outbox.acknowledge(changes.map(({ id }) => id))) {
      recordGap(run);
      unaware = undefined;
    }
    if (changes.length === 0) await bell.rung(run.hasGap ? Math.min(UNAWARE_MS, lookEveryMs) : lookEveryMs);
  }
  if (!signal.aborted) throw connection.gone.reason;
}

async function sendChanges(
  run: PublishingRun,
  connection: StompConnection,
  changes: readonly OutboxChange[],
): Promise<void> {
  const { epoch, converter } = run;
  const messages = changes.flatMap(({ id, change }) =>
    converter
      .toMessages(change)
      .map((message, i) => asMessage(message, `${epoch}-${id}${i === 0 ? '' : `-${i}`}`)),
  );
  try {
    if (messages.length > 0) await connection.send(messages);
    run.onPublished(messages.length);
    run.rows = Math.min(run.rows * 2, BATCH.rows);
  } catch (error) {
    // Halves the batch, to isolate the change that the broker refuses.
    if (error instanceof BrokerError && error.isRefusal) {
      run.log.error({ changes: changes.length, firstId: changes[0]!.id }, 'the broker refused changes');
      run.rows = Math.max(1, Math.floor(changes.length / 2));
    }
    throw error;
  }
}

function asMessage({ topic, map }: TopicMessage, id: string): StompMessage {
  const headers = { ...MAP_SEND_HEADER, persistent: 'true', [MESSAGE_ID]: id };
  return { destination: `/topic/${topic}`, headers, body: encodeMapBody(map) };
}

/** Maximum number of different echo requests that wait while a reply is being sent. */
const MAX_QUESTIONS = 1_000;

function answerQuestions({ converter, epoch, log }: PublishingRun, connection: StompConnection): void {
  const { askedAt, answerTo } = converter;
  if (askedAt === undefined || answerTo === undefined) return;
  const open = new Map<string, TopicMessage>();
  let isAnswering = false;
  const answerAll = async (): Promise<void> => {
    if (isAnswering) return;
    isAnswering = true;
    while (open.size > 0) {
      const answers = [...open].map(([key, answer]) =>
        asMessage(answer, `${epoch}-answer-${key}-${Date.now()}`),
      );
      open.clear();
      await connection.send(answers);
    }
    isAnswering = false;
  };
  // Excludes messages sent by bridges. Only those messages have the property MESSAGE_ID.
  const headers = { ...MAP_SUBSCRIBE_HEADER, selector: `${MESSAGE_ID} IS NULL` };
  connection.subscribe(`/topic/${askedAt}`, headers, (frame) => {
    const map = parseMapBody(frame);
    const answer = map && answerTo(map);
    if (answer === undefined || open.size >= MAX_QUESTIONS) return;
    open.set(createHash('sha256').update(JSON.stringify(answer)).digest('hex').slice(0, 16), answer);
    // Sending fails only if the connection is lost. `runWhileConnected` then reconnects.
    answerAll().catch((error) => log.debug({ err: error }, 'questions were not answered'));
  });
}

/** Wakes up the publishing loop when there may be work. A signal that arrives during work is not lost. */
interface Bell {
  readonly ring: () => void;
  /**
   * Resolves when `ring` is called, after `ms` milliseconds, or when the signal aborts. Resolves at once if `ring` has
   * been called since the previous `rung` resolved.
   */
  rung(ms: number): Promise<void>;
}

function createBell(signal: AbortSignal): Bell {
  let isRung = false;
  let wake = (): void => undefined;
  signal.addEventListener('abort', () => wake());
  return {
    ring() {
      isRung = true;
      wake();
    },
    async rung(ms) {
      if (!isRung && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const timer = setTimeout(resolve, ms);
        wake = resolve;
        await promise;
        clearTimeout(timer);
      }
      isRung = false;
    },
  };
}
