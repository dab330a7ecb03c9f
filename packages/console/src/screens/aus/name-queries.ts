// How AUs are asked for their names: as many at once as an address has room for, also one that goes through a proxy.
import { quoted } from './query/condition.ts';

/** A query has no more of them as it stands in the address. Eight thousand bytes are what proxies usually take of a line. */
const MOST_CHARACTERS = 6_000;

/** None asks for an AU whose AUID has no room by itself. The same text is a query of AUs and one of titles. */
export function nameQueries(auids: readonly string[]): string[] {
  const room = MOST_CHARACTERS - lengthOf(queryOf([]));
  const queries: string[][] = [];
  let left = 0;
  for (const auid of auids) {
    const length = lengthOf(`${quoted(auid)}, `);
    if (length > room) continue;
    if (length > left) {
      queries.push([]);
      left = room;
    }
    queries.at(-1)!.push(auid);
    left -= length;
  }
  return queries.map(queryOf);
}

const queryOf = (auids: readonly string[]): string =>
  `select auId, name where auId in (${auids.map(quoted).join(', ')})`;

const lengthOf = (text: string): number => encodeURIComponent(text.toWellFormed()).length;
