// Listens for change notifications, as a separate program on the same database would.
import { CHANGES_CHANNEL } from '../../../src/index/notify-changes.db.ts';
import type { Pool } from './known-aus.ts';

export interface NoticeListener {
  /** Waits until `count` notifications have arrived, and returns all of them. */
  until(count: number): Promise<unknown[]>;
  stop(): Promise<void>;
}

export async function listenForNotices({ pool }: { readonly pool: Pool }): Promise<NoticeListener> {
  const client = await pool.connect();
  const notices: unknown[] = [];
  client.on('notification', ({ payload }) => notices.push(JSON.parse(payload!)));
  await client.query(`listen ${CHANGES_CHANNEL}`);
  return {
    until: async (count) => {
      while (notices.length < count) await new Promise((resolve) => setTimeout(resolve, 10));
      // Notifications sent before this query arrive before its result.
      await client.query('select 1');
      return [...notices];
    },
    stop: async () => client.release(true),
  };
}
