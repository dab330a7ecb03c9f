// Look-ups by key that come at about the same time share one round trip: under load a query costs PostgreSQL and the driver
// far more than a row does. One that comes alone waits for nobody.
import DataLoader from 'dataloader';
import type { ConnectionSource } from './share.ts';

/** Finds what belongs to each key, in the keys' order; rejects for all of them. */
export type AskForMany<Key, Found> = (
  source: ConnectionSource,
  keys: readonly Key[],
) => Promise<(Found | undefined)[]>;

export interface BatchedLookupOptions {
  /** Keys in one round trip. */
  readonly most: number;
  /** Round trips under way at once; keys that come meanwhile wait for the first to return, together. */
  readonly atOnce: number;
}

/** Each look-up begins after it was asked for, so that it sees whatever was written before. */
export function batchedLookup<Key, Found>(
  ask: AskForMany<Key, Found>,
  options: BatchedLookupOptions,
): (source: ConnectionSource, key: Key) => Promise<Found | undefined> {
  const loaders = new WeakMap<ConnectionSource, DataLoader<Key, Found | undefined>>();
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
  const waiting: (() => void)[] = [];
  return new DataLoader<Key, Found | undefined>(
    async (keys) => {
      underWay++;
      try {
        return await ask(keys);
      } finally {
        underWay--;
        waiting.shift()?.();
      }
    },
    {
      cache: false,
      maxBatchSize: most,
      // Once everything that has arrived by now was read from its sockets.
      batchScheduleFn: (send) => {
        if (underWay < atOnce) setImmediate(send);
        else waiting.push(send);
      },
    },
  );
}
