// Reads the paged listings of the source node. Stops with an error if a listing never ends.
import { RefusalError } from '@holdfast/cli-kit';

/** Maximum number of items in a listing. No real node has that many, so a longer listing is considered endless. */
const MAX_ITEMS = 20_000_000;
/** Maximum number of consecutive empty pages. */
const MAX_EMPTY_PAGES = 100;

/**
 * Yields the items of all pages in order. `member` is the JSON field with the items of a page. Throws `RefusalError` if
 * a response is not a page, a continuation token repeats, or the listing is endless.
 */
export async function* readListing(
  page: (token: string | undefined) => Promise<unknown>,
  member: string,
  title: string,
): AsyncGenerator<unknown> {
  const tokens = new Set<string>();
  let count = 0;
  let emptyPages = 0;
  for (let token: string | undefined; ; ) {
    const { items, next } = readPage(await page(token), member, title);
    count += items.length;
    emptyPages = items.length === 0 ? emptyPages + 1 : 0;
    if (count > MAX_ITEMS || emptyPages > MAX_EMPTY_PAGES) throw toNodeError(`${title} does not end`);
    yield* items;
    if (next === undefined) return;
    if (tokens.has(next)) throw toNodeError(`${title} does not end: a continuation token came twice`);
    tokens.add(next);
    token = next;
  }
}

function readPage(
  page: unknown,
  member: string,
  title: string,
): { items: unknown[]; next: string | undefined } {
  const { [member]: items, pageInfo } = (page ?? {}) as Record<string, unknown>;
  const token = (pageInfo as Record<string, unknown> | null | undefined)?.continuationToken ?? undefined;
  if (!Array.isArray(items) || (token !== undefined && typeof token !== 'string'))
    throw toNodeError(`${title} is not a page`);
  return { items, next: token || undefined };
}

/** Creates the error for a response that violates the LOCKSS interface. */
export function toNodeError(what: string): RefusalError {
  return new RefusalError(`The source node gave an invalid response: ${what}.`);
}
