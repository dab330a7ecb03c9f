// A part of a pool for one kind of work: so many of its connections and no more, whatever the others leave. Who finds
// them all in use waits, in order, so that no kind of work takes every connection there is.
import { Semaphore } from '@holdfast/service-kit';
import type pg from 'pg';

/** Where connections are borrowed: a pool, or a share of one. */
export type ConnectionSource = Pick<pg.Pool, 'connect'>;

/** `waitMs`: the longest wait for a turn; it is then rejected in the words of the pool itself. */
export function shareOf(
  pool: pg.Pool,
  connections: number,
  waitMs: number,
): { connect(): Promise<pg.PoolClient> } {
  const turns = new Semaphore(connections);
  return {
    connect: async () => {
      // A free turn costs no timer.
      const end = turns.tryAcquire() ?? (await turns.acquire(AbortSignal.timeout(waitMs)).catch(tooLate));
      const client = await pool.connect().catch((error) => {
        end();
        throw error;
      });
      // The pool gives a client a new `release` each time it lends it.
      const release = client.release.bind(client);
      client.release = (destroy) => {
        end();
        release(destroy);
      };
      return client;
    },
  };
}

function tooLate(): never {
  throw new Error('timeout exceeded when trying to connect');
}
