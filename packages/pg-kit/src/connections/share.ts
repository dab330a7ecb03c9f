// A part of a pool for one kind of work: so many of its connections and no more, whatever the others leave. Who finds
// them all in use waits, in order, so that no kind of work takes every connection there is.
import type pg from 'pg';

/** Where connections are borrowed: a pool, or a share of one. */
export type ConnectionSource = Pick<pg.Pool, 'connect'>;

/** `waitMs`: the longest wait for a turn; it is then rejected in the words of the pool itself. */
export function shareOf(
  pool: pg.Pool,
  connections: number,
  waitMs: number,
): { connect(): Promise<pg.PoolClient> } {
  const turns = new Turns(connections, waitMs);
  return {
    connect: async () => {
      const end = await turns.begin();
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

class Turns {
  #free: number;
  readonly #waitMs: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number, waitMs: number) {
    this.#free = count;
    this.#waitMs = waitMs;
  }

  /** Resolves to what ends the turn; calling that again does nothing. */
  async begin(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait();
    let underWay = true;
    return () => {
      if (underWay) this.#end();
      underWay = false;
    };
  }

  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(begin);
        reject(new Error('timeout exceeded when trying to connect'));
      }, this.#waitMs);
      this.#waiting.add(begin);
    });
  }

  #end(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free += 1;
    else {
      this.#waiting.delete(next);
      next();
    }
  }
}
