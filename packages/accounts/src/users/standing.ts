// What is known of who asks to log in, and so which lane of the gate is theirs: names and addresses that logged in
// lately go before strangers, and networks whose attempts keep failing come last.
import { ExpiringMap } from './expiring-map.ts';
import { networkOf } from './network.ts';

export interface Standing {
  /** Lane of the gate: 0 for a name at an address from which it logged in lately, 3 for those that keep failing. */
  laneOf(name: string, address: string): number;
  /** Counts the attempt as failed until it has succeeded. */
  attempted(address: string): void;
  succeeded(name: string, address: string): void;
}

const LATELY = { ttlMs: 7 * 86_400_000, maxSize: 10_000 };
const FAILING = { ttlMs: 15 * 60_000, maxSize: 50_000 };
/** Attempts of one network that may fail before it comes last. */
const FREE_FAILURES = 1;

export function createStanding(now: () => number): Standing {
  const pairs = new ExpiringMap<true>(now, LATELY);
  const names = new ExpiringMap<true>(now, LATELY);
  const addresses = new ExpiringMap<true>(now, LATELY);
  const failures = new ExpiringMap<number>(now, FAILING);

  return {
    laneOf(name, address) {
      if (pairs.find(pairOf(name, address))) return 0;
      if (addresses.find(address)) return 1;
      if ((failures.find(networkOf(address)) ?? 0) > FREE_FAILURES) return 3;
      return names.find(name) ? 1 : 2;
    },
    attempted(address) {
      const network = networkOf(address);
      failures.put(network, (failures.find(network) ?? 0) + 1);
    },
    succeeded(name, address) {
      pairs.put(pairOf(name, address), true);
      names.put(name, true);
      addresses.put(address, true);
      failures.delete(networkOf(address));
    },
  };
}

const pairOf = (name: string, address: string): string => `${name}\n${address}`;
