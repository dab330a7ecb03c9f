// Hears what is told by NOTIFY. A connection of its own listens; when it breaks, another takes its place.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export interface Listening {
  readonly pool: pg.Pool;
  readonly channel: string;
  /** Also called when nothing was heard for a while, because the connection was gone. */
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
}: Listening): Promise<void> {
  while (!signal.aborted) {
    try {
      await listenOnce({ pool, channel, onNotification, signal });
    } catch {
      // The health check says so when the database is gone; here there is only to try again.
    }
    if (!signal.aborted) await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function listenOnce({ pool, channel, onNotification, signal }: Listening): Promise<void> {
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
    // It is closed rather than given back: it must not go on listening for somebody else.
    client.release(true);
  }
}
