// The listings of a node that is left, page after page. Whatever that node answers, they come to an end.
import { RefusalError } from '@holdfast/cli-kit';

/** Maximum number of entries of one list. A node has fewer; a listing that goes on does not end. */
const MOST_ITEMS = 20_000_000;
/** Pages in a row without anything on them. */
const MOST_EMPTY_PAGES = 100;

/**
 * Items of all pages, as they came. `member`: what the page calls its items. Throws `RefusalError` when the answer is no page,
 * when a continuation token comes again, or when the list is endless.
 */
export async function* listed(
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
    if (count > MOST_ITEMS || emptyPages > MOST_EMPTY_PAGES) throw strange(`${title} does not end`);
    yield* items;
    if (next === undefined) return;
    if (tokens.has(next)) throw strange(`${title} does not end: a continuation token came twice`);
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
    throw strange(`${title} is none`);
  return { items, next: token || undefined };
}

/** Says that the node does not answer as its interface has it. */
export function strange(what: string): RefusalError {
  return new RefusalError(`The node that is to be left cannot be read: ${what}.`);
}
