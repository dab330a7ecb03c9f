// Lists the children of a URL prefix in an AU or a namespace. A skip scan in listing order finds one child per step and
// skips all URLs below it. The cost per child therefore does not depend on the number of URLs. The same holds for
// counts, which are limited to MAX_COUNTED_ARTIFACTS.
import { type Kysely, sql } from 'kysely';
import { listKeyPrefixRanges } from '../domain/keys/key-prefix-ranges.ts';
import type { ArtifactListing, ListingScope } from './listing.ts';
import { buildSpanSource, joinWithAnd } from './listing-rows.db.ts';
import { type ListingSource, listSpans } from './listings.db.ts';
import type { IndexSchema } from './schema.ts';
import { findPrefixEnd, toUrlOrder } from './url-order.ts';

export interface UrlTree extends ListingScope {
  readonly urlPrefix: string;
  readonly includeUncommitted: boolean;
  /** Whether to count the artifacts below each child. */
  readonly counts: boolean;
}

/** Child of a prefix: the part of a URL that follows the prefix. */
export interface TreeStep {
  readonly name: string;
  /** Delimiter after the part: `/`, `?`, or '' if the URL ends there. */
  readonly delimiter: string;
  /** First key in listing order after all URLs below the part. */
  readonly next: string;
  /**
   * Number of artifacts below the part, at most MAX_COUNTED_ARTIFACTS. Null if the URL ends there, or if `counts` is
   * false.
   */
  readonly artifacts: number | null;
}

/** Maximum number of artifacts that are counted below a child. */
export const MAX_COUNTED_ARTIFACTS = 100;

/** Maximum length of a key in the artifact indexes, in characters. */
const HEAD = 500;

/** Returns up to `limit` children in listing order, from the key `from`. Returns fewer only at the end. */
export async function listUrlTreeChildren(
  source: ListingSource,
  tree: UrlTree,
  { from, limit }: { readonly from: string | undefined; readonly limit: number },
): Promise<TreeStep[]> {
  const prefix = toUrlOrder(tree.urlPrefix);
  const below = prefix === '' ? undefined : findPrefixEnd(prefix);
  const found: TreeStep[] = [];
  for (let key = from ?? prefix; found.length < limit; key = found.at(-1)!.next) {
    const page = { after: undefined, limit: 1 };
    const [first] = await listSpans(source, listingOf(tree), listKeyPrefixRanges({ from: key, below }), page);
    if (first === undefined) break;
    found.push(
      ...(await walkFrom(source.kysely, tree, { url: first.url, below, limit: limit - found.length })),
    );
  }
  return found;
}

function listingOf(tree: UrlTree): ArtifactListing {
  return { ...tree, url: undefined, version: 'all' };
}

/** Finds the next children in one round trip. Stops at a URL that is too long for an index entry. */
async function walkFrom(
  db: Kysely<IndexSchema>,
  tree: UrlTree,
  { url, below, limit }: { readonly url: string; readonly below: string | undefined; readonly limit: number },
): Promise<TreeStep[]> {
  const { urlPrefix, counts } = tree;
  const step = buildStepQuery(urlPrefix);
  const ofHeads = { prefix: Buffer.alloc(0), from: undefined, to: undefined };
  const { conditions } = buildSpanSource(listingOf(tree), ofHeads);
  const end = below === undefined ? sql`true` : sql`url_head(url) < ${below}::text`;
  // Compares the indexed prefixes, then the whole URLs, because long URLs may have the same prefix.
  const counted = sql`(
    select count(*)::int from (
      select 1 from artifact
      where ${joinWithAnd(conditions)} and url_head(url) >= url_head(walk.url) and url_head(url) < step.next
        and url_order(url) >= url_order(walk.url) and url_order(url) < step.next
      limit ${MAX_COUNTED_ARTIFACTS}
    ) below
  )`;
  // A longer upper bound cannot be compared with index entries, so search for each child separately.
  const steps = (below ?? '').length > HEAD ? 1 : limit;
  const { rows } = await sql<TreeStep>`
    with recursive walk as (
      select ${url}::text collate "C" as url, 1 as at
      union all
      select found.url, walk.at + 1
      from walk cross join lateral (${step}) step cross join lateral (
        select url from artifact
        where ${joinWithAnd(conditions)} and url_head(url) >= step.next and ${end}
        order by url_head(url) limit 1
      ) found
      where walk.at < ${steps} and length(step.next) <= ${HEAD} and length(url_head(found.url)) < ${HEAD}
    )
    select step.name, step.delimiter, step.next,
      ${counts ? sql`case when step.delimiter <> '' then ${counted} end` : sql`null`} as artifacts
    from walk cross join lateral (${step}) step order by walk.at`.execute(db);
  return rows;
}

/** SQL for the child at `walk.url`. In the sort key, `/` is encoded as U+0001, and U+0002 begins an escape of two
 * characters. */
function buildStepQuery(urlPrefix: string) {
  return sql`
    select name, delimiter, case delimiter
      when '' then url_order(walk.url) || E'\\x01'
      when '/' then url_order(${urlPrefix}::text || name) || E'\\x02'
      else url_order(${urlPrefix}::text || name) || '@'
    end as next
    from (
      select name, substr(rest, length(name) + 1, 1) as delimiter
      from (
        select rest, coalesce(substring(rest from ${makeNamePattern(urlPrefix)}::text), '') as name
        from (select substr(walk.url, length(${urlPrefix}::text) + 1) as rest) behind
      ) named
    ) cut`;
}

/**
 * Returns a PostgreSQL regular expression for the part after a prefix. The first part of a URL is scheme and host. Each
 * later part ends before the next `/` or `?`. Queries are not split.
 */
function makeNamePattern(urlPrefix: string): string {
  if (urlPrefix === '') return '^[A-Za-z][A-Za-z0-9+.-]*:/?/?[^/?]*|^[^/?]*';
  return urlPrefix.includes('?') ? '^.*' : '^[^/?]*';
}
