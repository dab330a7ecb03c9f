// Creates queries for the captures of a URL that are closest to a random time.
import type { Random } from '../corpus/random.ts';
import { times } from './load.ts';

export interface ClosestQuery {
  /** Requested time, in seconds since the Unix epoch. */
  readonly second: number;
  readonly query: { url: string; closest: string; sort: 'closest'; limit: number };
}

export function makeClosestQuery(random: Random, url: string, limit: number): ClosestQuery {
  const second = times.from + random.below(times.below - times.from);
  const closest = new Date(second * 1000).toISOString().replaceAll(/\D/g, '').slice(0, 14);
  return { second, query: { url, closest, sort: 'closest', limit } };
}
