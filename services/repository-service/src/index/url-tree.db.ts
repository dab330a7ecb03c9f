// The URLs of an AU or a namespace as a tree: what stands right below a URL prefix, by a skip scan over the listing order.
// Each step passes over all that begins with what it has found, so that a child costs the same whatever is below it.
import { type Kysely, sql } from 'kysely';
import { spansOf } from '../domain/keys/key-spans.ts';
import type { Listing, ListingScope } from './listing.ts';
import { all, spanSource } from './listing-rows.db.ts';
import { type ListingSource, listSpans } from './listings.db.ts';
import type { IndexSchema } from './schema.ts';
import { prefixEnd, urlOrder } from './url-order.ts';

export interface Tree extends ListingScope {
  readonly urlPrefix: string;
  readonly includeUncommitted: boolean;
}

/** A part of a URL right behind the prefix. */
export interface TreeStep {
  readonly name: string;
  /** What ends the part in the URL that was found: nothing (the URL ends there), `/` or `?`. */
  readonly delimiter: string;
  /** In listing order, the first key that does not belong to it. */
  readonly next: string;
}

/** Characters of a key that the heads in the indexes of artifacts can be compared with. */
const HEAD = 500;

/** Up to `limit` steps in listing order, at or behind the key `from`; fewer only at the end. */
export async function treeSteps(
  source: ListingSource,
  tree: Tree,
  { from, limit }: { readonly from: string | undefined; readonly limit: number },
): Promise<TreeStep[]> {
  const prefix = urlOrder(tree.urlPrefix);
  const below = prefix === '' ? undefined : prefixEnd(prefix);
  const found: TreeStep[] = [];
  for (let key = from ?? prefix; found.length < limit; key = found.at(-1)!.next) {
    const page = { after: undefined, limit: 1 };
    const [first] = await listSpans(source, listingOf(tree), spansOf({ from: key, below }), page);
    if (first === undefined) break;
    found.push(
      ...(await walkFrom(source.kysely, tree, { url: first.url, below, limit: limit - found.length })),
    );
  }
  return found;
}

function listingOf(tree: Tree): Listing {
  return { ...tree, url: undefined, version: 'all' };
}

/** One round trip, until a URL comes that is longer than what an index entry holds. */
async function walkFrom(
  db: Kysely<IndexSchema>,
  tree: Tree,
  { url, below, limit }: { readonly url: string; readonly below: string | undefined; readonly limit: number },
): Promise<TreeStep[]> {
  const { urlPrefix } = tree;
  const step = stepOf(urlPrefix);
  const ofHeads = { prefix: Buffer.alloc(0), from: undefined, to: undefined };
  const { conditions } = spanSource(listingOf(tree), ofHeads);
  const end = below === undefined ? sql`true` : sql`url_head(url) < ${below}::text`;
  // A longer end cannot be compared with heads; then each child is looked for by itself.
  const steps = (below ?? '').length > HEAD ? 1 : limit;
  const { rows } = await sql<TreeStep>`
    with recursive walk as (
      select ${url}::text collate "C" as url, 1 as at
      union all
      select found.url, walk.at + 1
      from walk cross join lateral (${step}) step cross join lateral (
        select url from artifact
        where ${all(conditions)} and url_head(url) >= step.next and ${end}
        order by url_head(url) limit 1
      ) found
      where walk.at < ${steps} and length(step.next) <= ${HEAD} and length(url_head(found.url)) < ${HEAD}
    )
    select step.name, step.delimiter, step.next from walk cross join lateral (${step}) step order by walk.at`.execute(
    db,
  );
  return rows;
}

/** The step that `walk.url` makes. In listing order `/` becomes U+0001, and no key goes on with U+0002 alone. */
function stepOf(urlPrefix: string) {
  return sql`
    select name, delimiter, case delimiter
      when '' then url_order(walk.url) || E'\\x01'
      when '/' then url_order(${urlPrefix}::text || name) || E'\\x02'
      else url_order(${urlPrefix}::text || name) || '@'
    end as next
    from (
      select name, substr(rest, length(name) + 1, 1) as delimiter
      from (
        select rest, coalesce(substring(rest from ${nameAt(urlPrefix)}::text), '') as name
        from (select substr(walk.url, length(${urlPrefix}::text) + 1) as rest) behind
      ) named
    ) cut`;
}

/**
 * A regular expression of PostgreSQL for the part behind a prefix: at the top the scheme with the host, below that what
 * comes before the next `/` or `?`; a query is not divided.
 */
function nameAt(urlPrefix: string): string {
  if (urlPrefix === '') return '^[A-Za-z][A-Za-z0-9+.-]*:/?/?[^/?]*|^[^/?]*';
  return urlPrefix.includes('?') ? '^.*' : '^[^/?]*';
}
