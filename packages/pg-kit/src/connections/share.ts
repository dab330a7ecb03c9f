// Limits one kind of query to a share of a pool's connections, so that it cannot occupy all of them. Requests beyond
// the share wait in order.
import { Semaphore } from '@holdfast/service-kit';
import type pg from 'pg';

/** Source of connections: a pool, or a share of one. */
export type ConnectionSource = Pick<pg.Pool, 'connect'>;

/**
 * Limits one kind of query to `connections` of the pool. Rejects a request that waits longer than `waitMs` with the
 * timeout message of the pool.
 */
export function limitConnections(
  pool: pg.Pool,
  connections: number,
  waitMs: number,
): { connect(): Promise<pg.PoolClient> } {
  const turns = new Semaphore(connections);
  return {
    connect: async () => {
      // Creates a timer only if the request has to wait.
      const end =
        turns.tryAcquire() ?? (await turns.acquire(AbortSignal.timeout(waitMs)).catch(throwConnectTimeout));
      const client = await pool.connect().catch((error) => {
        end();
        throw error;
      });
      // Wraps `release` after each `connect`, because the pool sets a new one each time.
      const release = client.release.bind(client);
      client.release = (destroy) => {
        end();
        release(destroy);
      };
      return client;
    },
  };
}

function throwConnectTimeout(): never {
  throw new Error('timeout exceeded when trying to connect');
}
