// Combines concurrent look-ups by key into one round trip, because under load a query costs far more than a row. A
// single look-up is sent at once, and none waits for long.
import DataLoader from 'dataloader';
import type { ConnectionSource } from '../connections/share.ts';

/** Returns what belongs to each key, in the order of the keys. A rejection applies to all of them. */
export type AskForMany<Key, Found, Source = ConnectionSource> = (
  source: Source,
  keys: readonly Key[],
) => Promise<(Found | undefined)[]>;

export interface BatchedLookupOptions {
  /** Maximum keys per round trip. */
  readonly most: number;
  /**
   * Maximum concurrent round trips. New keys wait together for a running round trip to return; if it takes long, they
   * are sent in parallel.
   */
  readonly atOnce: number;
}

const LONG_MS = 3;

/** Each look-up is sent after it was requested, so it sees everything written before. */
export function batchedLookup<Key, Found, Source extends ConnectionSource = ConnectionSource>(
  ask: AskForMany<Key, Found, Source>,
  options: BatchedLookupOptions,
): (source: Source, key: Key) => Promise<Found | undefined> {
  const loaders = new WeakMap<Source, DataLoader<Key, Found | undefined>>();
  return (source, key) => {
    const loader = loaders.get(source) ?? loaderOf((keys) => ask(source, keys), options);
    loaders.set(source, loader);
    return loader.load(key);
  };
}

function loaderOf<Key, Found>(
  ask: (keys: readonly Key[]) => Promise<(Found | undefined)[]>,
  { most, atOnce }: BatchedLookupOptions,
): DataLoader<Key, Found | undefined> {
  let underWay = 0;
  // An array instead of a Set: the Set's old tables would keep garbage alive for long (http-kit:
  // server/connections.ts).
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
        // Runs after everything that has arrived so far was read from its sockets.
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
