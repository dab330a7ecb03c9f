// Chooses the gate lane of a login attempt. Names and addresses that logged in recently go first; attempts from
// networks whose attempts keep failing go last.
import { LRUCache } from 'lru-cache';
import { toNetworkPrefix } from './network.ts';

export interface LoginLanes {
  /**
   * Lane of the gate: 0 for a name at an address from which it logged in recently, 3 for networks that keep failing.
   */
  laneOf(name: string, address: string): number;
  /** Counts an attempt. The attempt counts as failed unless `succeeded` is called later. */
  attempted(address: string): void;
  succeeded(name: string, address: string): void;
}

const LATELY = { ttl: 7 * 86_400_000, max: 10_000 };
const FAILING = { ttl: 15 * 60_000, max: 50_000 };
/** Number of failed attempts after which a network is assigned to the last lane. */
const FREE_FAILURES = 1;

export function createLoginLanes(now: () => number): LoginLanes {
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
