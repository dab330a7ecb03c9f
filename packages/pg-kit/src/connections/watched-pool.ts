// Tells hooks how long a pool's users wait for connections, and how long queries take. Not what is made of it.
import { AsyncResource } from 'node:async_hooks';
import type pg from 'pg';

export interface DatabaseHooks {
  /** Somebody found all connections in use and waited, for one or in vain. Must not throw. */
  onWait?(durationMs: number): void;
  /**
   * A statement was answered; `verb` is its first word in capitals. Called where it was asked, as AsyncLocalStorage knows
   * it. Must not throw. Without it statements are not touched at all.
   */
  onQuery?(verb: string, outcome: 'ok' | 'error', durationMs: number): void;
}

export function watchPool(pool: pg.Pool, { onWait, onQuery }: DatabaseHooks): void {
  if (onWait !== undefined) watchWaiting(pool, onWait);
  if (onQuery !== undefined) pool.on('connect', (client) => watchQueries(client, onQuery));
}

type Connect = (callback?: Callback) => Promise<pg.PoolClient> | undefined;
type Callback = (...answer: unknown[]) => void;

function watchWaiting(pool: pg.Pool, onWait: NonNullable<DatabaseHooks['onWait']>): void {
  const connect = pool.connect.bind(pool) as Connect;
  const watched: Connect = (callback) => {
    if (pool.idleCount > 0 || pool.totalCount < pool.options.max) return connect(callback);
    const begunMs = performance.now();
    const waited = () => onWait(performance.now() - begunMs);
    if (callback === undefined) return connect()!.finally(waited);
    // Whoever gives a connection back would else be taken for the one who asks for it.
    const inContext = AsyncResource.bind(callback);
    return connect((...answer) => {
      waited();
      inContext(...answer);
    });
  };
  pool.connect = watched as pg.Pool['connect'];
}

type Query = (...given: unknown[]) => unknown;

function watchQueries(client: pg.PoolClient, onQuery: NonNullable<DatabaseHooks['onQuery']>): void {
  const query = client.query.bind(client) as Query;
  const watched: Query = (...given) => {
    const begunMs = performance.now();
    const verb = verbOf(given[0]);
    const answered = (outcome: 'ok' | 'error') => onQuery(verb, outcome, performance.now() - begunMs);
    const callback = given.at(-1);
    if (typeof callback === 'function') {
      const inContext = AsyncResource.bind((...answer: unknown[]) => {
        answered(answer[0] ? 'error' : 'ok');
        callback(...answer);
      });
      return query(...given.slice(0, -1), inContext);
    }
    const answer = query(...given) as Partial<Promise<unknown> & NodeJS.EventEmitter>;
    if (answer.then !== undefined) {
      answer.then(
        () => answered('ok'),
        () => answered('error'),
      );
    } else
      answer.once?.(
        'end',
        AsyncResource.bind(() => answered('ok')),
      );
    return answer;
  };
  client.query = watched as pg.PoolClient['query'];
}

/** The verb of an SQL text, of a configuration with a text, or of a cursor. */
function verbOf(asked: unknown): string {
  const text = typeof asked === 'string' ? asked : (asked as { text?: unknown } | null)?.text;
  return /^\s*([a-z]{1,20})\b/i.exec(String(text ?? ''))?.[1]?.toUpperCase() ?? 'QUERY';
}
