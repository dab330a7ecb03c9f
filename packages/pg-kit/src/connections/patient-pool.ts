// A pool that waits where PostgreSQL can open no connection for want of disk space: an open one soon comes free, and reads
// on it need no space. A new session may have to write a file (of what the catalogue says) before it can read anything.
import pg from 'pg';

const DISK_FULL = '53100';
/** While anybody waits, a new connection is tried this often, for there may be room again. */
const TRY_AGAIN_MS = 250;

/** Waiting is bounded as for any other connection. */
export function waitWhileFull(pool: pg.Pool, timeoutMs: number): void {
  const connect = pool.connect.bind(pool) as Connect;
  // In the order of their coming; one for each connection that comes free, so that not all try for it.
  const waiting = new Set<() => void>();
  const wakeFirst = (): void => {
    const [first] = waiting;
    first?.();
  };
  pool.on('release', wakeFirst);
  pool.on('connect', wakeFirst);
  let trying: NodeJS.Timeout | undefined;

  const turn = (waitMs: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => wake(), waitMs);
      const wake = (): void => {
        clearTimeout(timer);
        waiting.delete(wake);
        if (waiting.size === 0) clearInterval(trying);
        resolve();
      };
      if (waiting.size === 0) trying = setInterval(wakeFirst, TRY_AGAIN_MS);
      waiting.add(wake);
    });

  const connectLater = async (error: unknown): Promise<pg.PoolClient> => {
    const deadlineMs = performance.now() + timeoutMs;
    for (let last = error; ; ) {
      const leftMs = deadlineMs - performance.now();
      if (!isDiskFull(last) || leftMs <= 0) throw last;
      await turn(leftMs);
      try {
        return await (connect() as Promise<pg.PoolClient>);
      } catch (thrown) {
        last = thrown;
      }
    }
  };

  const patient: Connect = (callback) => {
    if (callback === undefined) return (connect() as Promise<pg.PoolClient>).catch(connectLater);
    return connect((error, client, release) => {
      if (!isDiskFull(error)) return callback(error, client, release);
      void connectLater(error).then(
        (later) => callback(undefined, later, later.release),
        (thrown) => callback(thrown, undefined, () => undefined),
      );
    });
  };
  pool.connect = patient as pg.Pool['connect'];
}

type Callback = (error: unknown, client: pg.PoolClient | undefined, release: unknown) => void;
type Connect = (callback?: Callback) => Promise<pg.PoolClient> | undefined;

function isDiskFull(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === DISK_FULL;
}
