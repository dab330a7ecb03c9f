// Hears what other replicas tell the loaders. A connection of its own listens; when it breaks, another takes its place.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@holdfast/pg-kit';
import { LOADING_CHANNEL } from '../index/configuration/load-state.db.ts';

export interface Listening {
  readonly pool: Database<never>['pool'];
  /** Also called when nothing was heard for a while, because the connection was gone. */
  readonly onNotification: () => void;
  readonly signal: AbortSignal;
}

const PAUSE_MS = 1_000;

/** Resolves when `signal` aborts. */
export async function listenForNotifications({ pool, onNotification, signal }: Listening): Promise<void> {
  while (!signal.aborted) {
    try {
      await listenOnce({ pool, onNotification, signal });
    } catch {
      // The health check says so when the database is gone; here there is only to try again.
    }
    if (!signal.aborted) await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function listenOnce({ pool, onNotification, signal }: Listening): Promise<void> {
  const client = await pool.connect();
  const { promise: over, resolve } = Promise.withResolvers<void>();
  client.once('end', resolve);
  signal.addEventListener('abort', () => resolve(), { once: true });
  try {
    client.on('notification', onNotification);
    await client.query(`listen ${LOADING_CHANNEL}`);
    onNotification();
    if (!signal.aborted) await over;
  } finally {
    // It is closed rather than given back: it must not go on listening for somebody else.
    client.release(true);
  }
}
