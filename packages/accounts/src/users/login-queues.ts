// Chooses the queue in which a login attempt waits for the computation of its password hash. User names and addresses
// with a recent successful login have the highest priority. Networks with repeated failures have the lowest.
import { LRUCache } from 'lru-cache';
import { toNetworkPrefix } from './network.ts';

export interface LoginQueues {
  /**
   * Returns the queue number: 0 if this user name recently logged in from this address, 3 for a network with repeated
   * failures, otherwise 1 or 2.
   */
  laneOf(name: string, address: string): number;
  /** Counts an attempt as failed until `succeeded` resets the count. */
  attempted(address: string): void;
  succeeded(name: string, address: string): void;
}

// The caches set `maxSize` instead of `max`, because `max` allocates the memory of all entries in advance.
const countEntry = () => 1;
const LATELY = { ttl: 7 * 86_400_000, maxSize: 10_000, sizeCalculation: countEntry };
const FAILING = { ttl: 15 * 60_000, maxSize: 50_000, sizeCalculation: countEntry };
/** Number of failures that a network may have before its attempts get the lowest priority. */
const FREE_FAILURES = 1;

export function createLoginQueues(now: () => number): LoginQueues {
  const clock = { ttlResolution: 0, perf: { now } };
  const pairs = new LRUCache<string, true>({ ...LATELY, ...clock });
  const names = new LRUCache<string, true>({ ...LATELY, ...clock });
  const addresses = new LRUCache<string, true>({ ...LATELY, ...clock });
  const failures = new LRUCache<string, number>({ ...FAILING, ...clock });

  return {
    laneOf(name, address) {
      if (pairs.get(pairOf(name, address))) return 0;
      if (addresses.get(address)) return 1;
      if ((failures.get(toNetworkPrefix(address)) ?? 0) > FREE_FAILURES) return 3;
      return names.get(name) ? 1 : 2;
    },
    attempted(address) {
      const network = toNetworkPrefix(address);
      failures.set(network, (failures.get(network) ?? 0) + 1);
    },
    succeeded(name, address) {
      pairs.set(pairOf(name, address), true);
      names.set(name, true);
      addresses.set(address, true);
      failures.delete(toNetworkPrefix(address));
    },
  };
}

const pairOf = (name: string, address: string): string => `${name}\n${address}`;
