// Look-ups by key that come at about the same time share one round trip: under load a query costs PostgreSQL and the driver
// far more than a row does. One that comes alone waits for nobody, and nobody waits for long.
import DataLoader from 'dataloader';
import type { ConnectionSource } from '../connections/share.ts';

/** Finds what belongs to each key, in the keys' order; rejects for all of them. */
export type AskForMany<Key, Found, Source = ConnectionSource> = (
  source: Source,
  keys: readonly Key[],
) => Promise<(Found | undefined)[]>;

export interface BatchedLookupOptions {
  /** Keys in one round trip. */
  readonly most: number;
  /**
   * Round trips under way at once. Keys that come while there is one wait for it to return, together; when it takes long,
   * they are asked for beside it.
   */
  readonly atOnce: number;
}

const LONG_MS = 3;

/** Each look-up begins after it was asked for, so that it sees whatever was written before. */
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
  // No Set: by the tables that it leaves behind what once waited lives long (http-kit: server/connections.ts).
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
        // Once everything that has arrived by now was read from its sockets.
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
