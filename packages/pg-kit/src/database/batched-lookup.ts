// Combines concurrent look-ups by key into one query, because under load a query costs far more than a row. Sends a
// single look-up immediately. All others wait for a limited time.
import DataLoader from 'dataloader';
import type { ConnectionSource } from '../connections/share.ts';

/** Returns a result for each key, in the order of the keys. If it rejects, all look-ups reject. */
export type BatchQuery<Key, Found, Source = ConnectionSource> = (
  source: Source,
  keys: readonly Key[],
) => Promise<(Found | undefined)[]>;

export interface BatchedLookupOptions {
  /** Maximum number of keys per query. */
  readonly most: number;
  /**
   * Maximum number of concurrent queries. New keys are collected until a query returns. If that takes too long, another
   * query is sent.
   */
  readonly atOnce: number;
}

const LONG_MS = 3;

/** Returns a function that looks up one key. The query starts after the call, so it sees all earlier writes. */
export function createBatchedLookup<Key, Found, Source extends ConnectionSource = ConnectionSource>(
  ask: BatchQuery<Key, Found, Source>,
  options: BatchedLookupOptions,
): (source: Source, key: Key) => Promise<Found | undefined> {
  const loaders = new WeakMap<Source, DataLoader<Key, Found | undefined>>();
  return (source, key) => {
    const loader = loaders.get(source) ?? createLoader((keys) => ask(source, keys), options);
    loaders.set(source, loader);
    return loader.load(key);
  };
}

function createLoader<Key, Found>(
  ask: (keys: readonly Key[]) => Promise<(Found | undefined)[]>,
  { most, atOnce }: BatchedLookupOptions,
): DataLoader<Key, Found | undefined> {
  let underWay = 0;
  // A Set would be slower: its old hash tables would retain garbage (see server/connections.ts of http-kit).
  const waiting: (() => void)[] = [];
  return new DataLoader<Key, Found | undefined>(
    async (keys) => {
      underWay++;
      try {
        return await ask(keys);
      } finally {
        underWay--;
        waiting[0]?.();
      }
    },
    {
      cache: false,
      maxBatchSize: most,
      batchScheduleFn: (send) => {
        // setImmediate runs after Node has read all data that has already arrived.
        if (underWay === 0) setImmediate(send);
        else waitForTurn(send);
      },
    },
  );

  function waitForTurn(send: () => void): void {
    const timer = setTimeout(() => {
      if (underWay < atOnce) begin();
    }, LONG_MS);
    const begin = (): void => {
      clearTimeout(timer);
      waiting.splice(waiting.indexOf(begin), 1);
      send();
    };
    waiting.push(begin);
  }
}
