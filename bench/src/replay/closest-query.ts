// Creates queries for the captures of a URL that are closest to a random time.
import type { BenchRandom } from '../corpus/random.ts';
import { CAPTURE_PERIOD } from './load.ts';

export interface ClosestQuery {
  /** Requested time, in seconds since the Unix epoch. */
  readonly second: number;
  readonly query: { url: string; closest: string; sort: 'closest'; limit: number };
}

export function makeClosestQuery(random: BenchRandom, url: string, limit: number): ClosestQuery {
  const second = CAPTURE_PERIOD.from + random.below(CAPTURE_PERIOD.below - CAPTURE_PERIOD.from);
  const closest = new Date(second * 1000).toISOString().replaceAll(/\D/g, '').slice(0, 14);
  return { second, query: { url, closest, sort: 'closest', limit } };
}
