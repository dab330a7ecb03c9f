// Finds the captures of a page's resources that are closest in time to the capture of the page, all in one query.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { IndexSchema } from '../schema.ts';

/** Capture of the page, which determines the namespace, AU and time of its resources. */
export interface PageCapture {
  readonly namespace: string;
  readonly auId: number;
  readonly collectionMs: number;
}

export interface ClosestResource {
  readonly urlkey: string;
  readonly id: string;
  readonly url: string;
  /** `error`: the URL was captured with other statuses only. */
  readonly outcome: 'content' | 'redirected' | 'error';
  /** `Location` header of a redirect, as captured. */
  readonly location: string | undefined;
}

type Sql = RawBuilder<unknown>;

/**
 * Maximum number of captures of a URL that are examined on each side of the page's time. Without a limit, a URL that
 * many AUs contain would delay the page.
 */
const MAX_EXAMINED = 1_000;

const IS_CONTENT = sql`coalesce(http_status, 200) between 200 and 299`;
const IS_REDIRECT = sql`http_status between 300 and 399 and redirect is not null`;

/** Choices in order of preference. `suits`: SQL condition on a capture. */
const listChoices = (auId: number): readonly { outcome: ClosestResource['outcome']; suits: Sql }[] => [
  { outcome: 'content', suits: sql`au_id = ${auId} and ${IS_CONTENT}` },
  { outcome: 'content', suits: IS_CONTENT },
  { outcome: 'redirected', suits: IS_REDIRECT },
  { outcome: 'error', suits: sql`true` },
];

/**
 * Returns one capture for each urlkey that was captured. Prefers content in the page's AU, then content in the
 * namespace, then redirects, then errors. Among equally preferred captures, returns the one closest to the page in
 * time.
 */
export async function findClosestResources(
  db: Kysely<IndexSchema>,
  page: PageCapture,
  urlkeys: readonly string[],
): Promise<ClosestResource[]> {
  if (urlkeys.length === 0) return [];
  const all = listChoices(page.auId);
  // Evaluate a choice only for URLs without a result of an earlier choice.
  const joins = all.map(({ suits }, n) => {
    const isWanted = sql.join(
      [sql`true`, ...all.slice(0, n).map((_, i) => sql`${buildChoiceName(i)}.id is null`)],
      sql` and `,
    );
    return sql`left join lateral (${buildClosestQuery(page.collectionMs, suits, isWanted)}) ${buildChoiceName(n)} on true`;
  });
  const first = (column: string) =>
    sql`coalesce(${sql.join(all.map((_, n) => sql`${buildChoiceName(n)}.${sql.ref(column)}`))})`;
  const choice = sql.join(
    all.map((_, n) => sql`when ${buildChoiceName(n)}.id is not null then ${sql.lit(n)}`),
    sql` `,
  );
  const { rows } = await sql<{
    urlkey: string;
    id: string;
    url: string;
    choice: number;
    location: string | null;
  }>`
    select wanted.key as urlkey, ${first('id')} as id, ${first('url')} as url, ${first('redirect')} as location,
      case ${choice} end as choice
    from (select id as namespace_id from namespace where name = ${page.namespace}) page
    cross join unnest(${[...new Set(urlkeys)]}::text[]) as wanted (key)
    ${sql.join(joins, sql` `)}
    where ${first('id')} is not null`.execute(db);
  return rows.map(({ choice: n, location, ...row }) => ({
    ...row,
    outcome: all[n]!.outcome,
    location: location ?? undefined,
  }));
}

const buildChoiceName = (n: number) => sql.raw(`choice_${n}`);

/** Returns the suitable capture closest to the page. If two are equally close, returns the earlier one. */
function buildClosestQuery(pageMs: number, suits: Sql, isWanted: Sql): Sql {
  return sql`
    select id, url, redirect from (
      ${buildNearestQuery('<=', 'desc', pageMs, suits, isWanted)} union all ${buildNearestQuery('>', 'asc', pageMs, suits, isWanted)}
    ) near order by abs(collection_ms - ${pageMs}::bigint), collection_ms limit 1`;
}

// Spell `key_head(urlkey)` like the index expression: `artifact_in_replay_order` then returns the captures in order.
function buildNearestQuery(
  bound: '<=' | '>',
  order: 'asc' | 'desc',
  pageMs: number,
  suits: Sql,
  isWanted: Sql,
): Sql {
  return sql`
    (select id, url, redirect, collection_ms from (
      select id, url, urlkey, au_id, collection_ms, http_status, redirect from artifact
      where ${isWanted} and namespace_id = page.namespace_id and key_head(urlkey) = key_head(wanted.key) and committed
        and collection_ms ${sql.raw(bound)} ${pageMs}::bigint
      order by collection_ms ${sql.raw(order)} limit ${sql.lit(MAX_EXAMINED)}
    ) examined
    where urlkey = wanted.key and ${suits} order by collection_ms ${sql.raw(order)} limit 1)`;
}
