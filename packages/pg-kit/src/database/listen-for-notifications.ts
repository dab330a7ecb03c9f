// Listens for NOTIFY on a dedicated connection, and reconnects if the connection breaks.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export interface NotificationListenOptions {
  readonly pool: pg.Pool;
  readonly channel: string;
  /** Called for each notification, and after a reconnection, because notifications may have been missed. */
  readonly onNotification: () => void;
  readonly signal: AbortSignal;
}

const PAUSE_MS = 1_000;

/** Listens until `signal` aborts, then resolves. */
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
      // Ignores the error, because health checks report a lost database.
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
    // Closes the connection. If it returned to the pool, it would continue to listen.
    client.release(true);
  }
}
