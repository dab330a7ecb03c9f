// Builds queries for the names of AUs. Each query contains as many AUIDs as fit into a URL that proxies accept.
import { quoteText } from '../../service/quote-text.ts';

/** Maximum length of a percent-encoded query. Proxies usually accept request lines of 8,000 bytes. */
const MAX_CHARACTERS = 6_000;

/** Builds the queries. Each is valid both for AUs and for titles. Skips an AUID that is too long for any query. */
export function buildNameQueries(auids: readonly string[]): string[] {
  const room = MAX_CHARACTERS - lengthOf(formatNameQuery([]));
  const queries: string[][] = [];
  let left = 0;
  for (const auid of auids) {
    const length = lengthOf(`${quoteText(auid)}, `);
    if (length > room) continue;
    if (length > left) {
      queries.push([]);
      left = room;
    }
    queries.at(-1)!.push(auid);
    left -= length;
  }
  return queries.map(formatNameQuery);
}

const formatNameQuery = (auids: readonly string[]): string =>
  `select auId, name where auId in (${auids.map(quoteText).join(', ')})`;

const lengthOf = (text: string): number => encodeURIComponent(text.toWellFormed()).length;
