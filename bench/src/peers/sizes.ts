// CDX look-ups in a small index and in a large one: the same kinds, by turns in one run, each from its own PostgreSQL.
import { sitesOf } from '../replay/sites.ts';
import type { OpenSystem } from '../service/system.ts';
import { askedAlone, CLIENTS, kindsOfLookups, ourTarget, queriesOf } from './lookup-queries.ts';
import type { LookupsOfServers, LookupsOfSizes } from './lookup-results.ts';
import { withOwnIndex } from './own-index.ts';
import { besideFirst, timesOf } from './server-times.ts';

export interface SizeWishes {
  /** Captures in the small index. */
  readonly captures: number;
  /** Captures in the large one. */
  readonly rows: number;
  /** How long many clients ask each for each kind of look-up. */
  readonly seconds: number;
}

export function sizesBench(
  open: OpenSystem,
  { captures, rows, seconds }: SizeWishes,
): Promise<LookupsOfSizes> {
  const [few, many] = [sitesOf(captures), sitesOf(rows)];
  const names = [captures, rows].map((count) => `${count.toLocaleString('en')} captures`);
  return withOwnIndex(open, few, {}, (small) =>
    withOwnIndex(open, many, {}, async (large) => {
      const kinds: LookupsOfServers[] = [];
      for (const name of kindsOfLookups) {
        const servers = [ourTarget(small, queriesOf(name, few)), ourTarget(large, queriesOf(name, many))];
        const plan = { servers, alike: false, alone: askedAlone(captures), clients: CLIENTS, seconds };
        kinds.push({ name, servers: besideFirst(names, await timesOf(plan)) });
      }
      return { clients: CLIENTS, kinds };
    }),
  );
}
