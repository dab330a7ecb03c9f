// One outbox and one connection: what is kept is told in order, and removed when the broker has taken it. Of several
// bridges on an outbox one tells and the others wait, by a lock in its database.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KeptChange, Outbox, OutboxLimits } from '@holdfast/pg-kit';
import type { Telling, TopicMessage } from '../messages/topics.ts';
import { BrokerError, type Message, type StompConnection } from '../stomp/connection.ts';
import { HEARD_AS_MAP, mapBody, mapOf, SENT_AS_MAP } from '../stomp/map-message.ts';
import { type ConnectingDeps, whileConnected } from './connected.ts';

export interface TellingDeps extends ConnectingDeps {
  /** `configuration` or `repository`. */
  readonly name: string;
  readonly outbox: Outbox;
  readonly telling: Telling;
  readonly limits: OutboxLimits;
  /** How long listeners have to come back to the broker before they are told. */
  readonly settleMs: number;
  /** How often the database is looked into when nothing wakes the bridge, and told that the bridge is there. */
  readonly lookEveryMs: number;
  readonly onState: (state: TellingState) => void;
  readonly onTold: (messages: number) => void;
  readonly onGap: () => void;
}

/** `connecting`: there is no connection to a broker. */
export type TellingState = 'connecting' | 'settling' | 'telling';

/** Changes that are told in one transaction of the broker. */
const BATCH = { rows: 200, bytes: 4 * 1024 * 1024 };
/** How often transactions that know nothing of the bridge are looked for, when it is to wait for their end. */
const UNAWARE_MS = 100;
/** Name of the message's property, and so of one of JMS. */
const MESSAGE_ID = 'HoldfastMessageId';

/** Runs while this bridge is the one that tells. */
export async function tellOutbox(deps: TellingDeps, signal: AbortSignal): Promise<void> {
  const { outbox, limits, log } = deps;
  const { epoch, hasGap } = await outbox.register(limits);
  const run: Run = { ...deps, epoch, hasGap, rows: BATCH.rows };
  if (hasGap) noteGap(run);
  log.info({ epoch }, 'this bridge tells');
  const bell = awakened(signal);
  const listening = outbox.listen(bell.ring, signal);
  try {
    deps.onState('connecting');
    await whileConnected(
      deps,
      (connection) => tellOn(run, connection, bell, signal).finally(() => deps.onState('connecting')),
      signal,
    );
  } finally {
    await listening;
  }
}

interface Run extends TellingDeps {
  readonly epoch: string;
  /** Listeners have yet to be told that they may have missed something. */
  hasGap: boolean;
  /** How many changes are read at once: fewer after the broker has refused some. */
  rows: number;
}

function noteGap(run: Run): void {
  run.hasGap = true;
  run.onGap();
  run.log.warn(
    'changes may have been made that nothing was kept of; programs that keep state documents in memory should be started anew',
  );
}

/** Rejects when the connection is gone; resolves when `signal` aborts. */
async function tellOn(run: Run, connection: StompConnection, bell: Bell, signal: AbortSignal): Promise<void> {
  const { outbox, settleMs, lookEveryMs } = run;
  const ended = AbortSignal.any([connection.gone, signal]);
  connection.gone.addEventListener('abort', bell.ring);
  answerQuestions(run, connection);
  run.onState('settling');
  await sleep(settleMs, undefined, { signal: ended }).catch(() => undefined);
  // A broker that was away may have dropped what it had taken.
  run.hasGap = true;
  let unaware: string[] | undefined;
  run.onState('telling');
  while (!ended.aborted) {
    const changes = await outbox.read(run.rows, BATCH.bytes);
    if (changes.length > 0) await tell(run, connection, changes);
    const isDrained = changes.length < run.rows;
    if (isDrained && run.hasGap) {
      // Listeners that read all anew must find what was changed unnoticed.
      unaware = await outbox.openTransactions(unaware);
      if (unaware.length === 0) {
        await connection.send([asMessage(run.telling.afterGap, `${run.epoch}-gap-${Date.now()}`)]);
        run.hasGap = false;
        unaware = undefined;
      }
    }
    if (await outbox.acknowledge(changes.map(({ id }) => id))) {
      noteGap(run);
      unaware = undefined;
    }
    if (changes.length === 0) await bell.rung(run.hasGap ? Math.min(UNAWARE_MS, lookEveryMs) : lookEveryMs);
  }
  if (!signal.aborted) throw connection.gone.reason;
}

async function tell(run: Run, connection: StompConnection, changes: readonly KeptChange[]): Promise<void> {
  const { epoch, telling } = run;
  const messages = changes.flatMap(({ id, change }) =>
    telling
      .messagesOf(change)
      .map((message, i) => asMessage(message, `${epoch}-${id}${i === 0 ? '' : `-${i}`}`)),
  );
  try {
    if (messages.length > 0) await connection.send(messages);
    run.onTold(messages.length);
    run.rows = Math.min(run.rows * 2, BATCH.rows);
  } catch (error) {
    // What it does not take is found by sending less and less of it.
    if (error instanceof BrokerError && error.isRefusal) {
      run.log.error({ changes: changes.length, firstId: changes[0]!.id }, 'the broker refused changes');
      run.rows = Math.max(1, Math.floor(changes.length / 2));
    }
    throw error;
  }
}

function asMessage({ topic, map }: TopicMessage, id: string): Message {
  const headers = { ...SENT_AS_MAP, persistent: 'true', [MESSAGE_ID]: id };
  return { destination: `/topic/${topic}`, headers, body: mapBody(map) };
}

/** So many questions that differ are remembered while an answer is under way. */
const MOST_QUESTIONS = 1_000;

function answerQuestions({ telling, epoch, log }: Run, connection: StompConnection): void {
  const { askedAt, answerTo } = telling;
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
  // What the bridge itself says there need not come back.
  const headers = { ...HEARD_AS_MAP, selector: `${MESSAGE_ID} IS NULL` };
  connection.subscribe(`/topic/${askedAt}`, headers, (frame) => {
    const map = mapOf(frame);
    const answer = map && answerTo(map);
    if (answer === undefined || open.size >= MOST_QUESTIONS) return;
    open.set(createHash('sha256').update(JSON.stringify(answer)).digest('hex').slice(0, 16), answer);
    // When it fails, the connection is gone.
    answerAll().catch((error) => log.debug({ err: error }, 'questions were not answered'));
  });
}

/** A bell that is rung when there may be something to do, and heard even by who was busy at that moment. */
interface Bell {
  readonly ring: () => void;
  /** Resolves when it was rung since this was called last, when so much time is over, or when all ends. */
  rung(ms: number): Promise<void>;
}

function awakened(signal: AbortSignal): Bell {
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
