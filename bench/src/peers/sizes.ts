// Compares CDX look-ups in a small and in a large index, each on its own PostgreSQL. Sends the same kinds of look-ups
// alternately in one run.
import { makeSites } from '../replay/sites.ts';
import type { OpenSystem } from '../service/system.ts';
import {
  CLIENTS,
  countSingleLookups,
  LOOKUP_KINDS,
  makeLookupQueries,
  toOwnTarget,
} from './lookup-queries.ts';
import type { LookupsOfServers, LookupsOfSizes } from './lookup-results.ts';
import { withOwnIndex } from './own-index.ts';
import { compareWithFirst, measureServers } from './server-times.ts';

export interface SizeOptions {
  /** Number of captures in the small index. */
  readonly captures: number;
  /** Number of captures in the large index. */
  readonly rows: number;
  /** Seconds of measurement with many clients, per index and kind of look-up. */
  readonly seconds: number;
}

export function runSizesBench(
  open: OpenSystem,
  { captures, rows, seconds }: SizeOptions,
): Promise<LookupsOfSizes> {
  const [few, many] = [makeSites(captures), makeSites(rows)];
  const names = [captures, rows].map((count) => `${count.toLocaleString('en')} captures`);
  return withOwnIndex(open, few, {}, (small) =>
    withOwnIndex(open, many, {}, async (large) => {
      const kinds: LookupsOfServers[] = [];
      for (const name of LOOKUP_KINDS) {
        const servers = [
          toOwnTarget(small, makeLookupQueries(name, few)),
          toOwnTarget(large, makeLookupQueries(name, many)),
        ];
        const plan = {
          servers,
          alike: false,
          alone: countSingleLookups(captures),
          clients: CLIENTS,
          seconds,
        };
        kinds.push({ name, servers: compareWithFirst(names, await measureServers(plan)) });
      }
      return { clients: CLIENTS, kinds };
    }),
  );
}
