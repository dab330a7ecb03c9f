// Compares CDX look-ups in a small and in a large index, each on its own PostgreSQL. Sends the same kinds of look-ups
// alternately in one run.
import { makeSites } from '../replay/sites.ts';
import type { SystemOpener } from '../service/system.ts';
import { withHoldfastIndex } from './holdfast-index.ts';
import {
  countSingleClientRequests,
  LOOKUP_KINDS,
  makeLookupQueries,
  PARALLEL_CLIENT_COUNT,
  toHoldfastTarget,
} from './lookup-queries.ts';
import type { IndexSizeLookups, ServerLookups } from './lookup-results.ts';
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
  open: SystemOpener,
  { captures, rows, seconds }: SizeOptions,
): Promise<IndexSizeLookups> {
  const [few, many] = [makeSites(captures), makeSites(rows)];
  const names = [captures, rows].map((count) => `${count.toLocaleString('en')} captures`);
  return withHoldfastIndex(open, few, {}, (small) =>
    withHoldfastIndex(open, many, {}, async (large) => {
      const kinds: ServerLookups[] = [];
      for (const name of LOOKUP_KINDS) {
        const servers = [
          toHoldfastTarget(small, makeLookupQueries(name, few)),
          toHoldfastTarget(large, makeLookupQueries(name, many)),
        ];
        const plan = {
          servers,
          alike: false,
          alone: countSingleClientRequests(captures),
          clients: PARALLEL_CLIENT_COUNT,
          seconds,
        };
        kinds.push({ name, servers: compareWithFirst(names, await measureServers(plan)) });
      }
      return { clients: PARALLEL_CLIENT_COUNT, kinds };
    }),
  );
}
