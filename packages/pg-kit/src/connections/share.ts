// Limits one kind of work to a share of a pool's connections. Further requests wait in order, so that no kind of work
// takes all connections.
import { Semaphore } from '@holdfast/service-kit';
import type pg from 'pg';

/** Source of connections: a pool, or a share of one. */
export type ConnectionSource = Pick<pg.Pool, 'connect'>;

/**
 * Limits one kind of work to `connections` of the pool. A request that waits longer than `waitMs` is rejected with the
 * pool's own timeout message.
 */
export function limitConnections(
  pool: pg.Pool,
  connections: number,
  waitMs: number,
): { connect(): Promise<pg.PoolClient> } {
  const turns = new Semaphore(connections);
  return {
    connect: async () => {
      // If a connection is free, no timer is needed.
      const end = turns.tryAcquire() ?? (await turns.acquire(AbortSignal.timeout(waitMs)).catch(tooLate));
      const client = await pool.connect().catch((error) => {
        end();
        throw error;
      });
      // The pool sets a new `release` each time a client is taken.
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
