// Listens for NOTIFY on a dedicated connection, and opens a new one if it breaks.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export interface NotificationListenOptions {
  readonly pool: pg.Pool;
  readonly channel: string;
  /** Also called after the connection was lost, because notifications may have been missed. */
  readonly onNotification: () => void;
  readonly signal: AbortSignal;
}

const PAUSE_MS = 1_000;

/** Resolves when `signal` aborts. */
export async function listenForNotifications({
  pool,
  channel,
  onNotification,
  signal,
}: NotificationListenOptions): Promise<void> {
  while (!signal.aborted) {
    try {
      await listenOnce({ pool, channel, onNotification, signal });
    } catch {
      // The error is not reported, because health checks already report a lost database.
    }
    if (!signal.aborted) await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function listenOnce({
  pool,
  channel,
  onNotification,
  signal,
}: NotificationListenOptions): Promise<void> {
  const client = await pool.connect();
  const { promise: over, resolve } = Promise.withResolvers<void>();
  client.once('end', resolve);
  signal.addEventListener('abort', () => resolve(), { once: true });
  try {
    client.on('notification', onNotification);
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    onNotification();
    if (!signal.aborted) await over;
  } finally {
    // The connection is closed instead of being returned to the pool, because it would go on listening.
    client.release(true);
  }
}
