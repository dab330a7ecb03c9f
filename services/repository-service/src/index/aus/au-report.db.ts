// Counts the committed artifacts of an AU by host, media type, HTTP status and year.
import { runInTransaction } from '@holdfast/pg-kit';
import { type Kysely, sql } from 'kysely';
import type { IndexSchema } from '../schema.ts';

export const REPORT_GROUPS = ['hosts', 'types', 'statuses', 'years'] as const;
export type AuReportGroup = (typeof REPORT_GROUPS)[number];

export interface AuReportRow {
  readonly group: AuReportGroup | 'all';
  /** Null for artifacts that lack the property, and for the row that combines all unlisted names. */
  readonly name: string | null;
  readonly artifacts: number;
  readonly bytes: number;
  /** Number of names that the row combines, or undefined for a row of one name. */
  readonly combined: number | undefined;
}

/** Maximum number of names per group. One row combines all other names. */
export const MAX_REPORT_NAMES = 1_000;

/** Host and port in lower case, without user name and password. Null for a URL without a host, such as a URN. */
const host = sql`nullif(lower(regexp_replace(
  split_part(split_part(split_part(split_part(url, '://', 2), '/', 1), '?', 1), '#', 1), '^.*@', '')), '')`;

/**
 * Returns the rows of the report: one for all artifacts, and for each group the names with the most artifacts first.
 * Reads each artifact of the AU once. PostgreSQL cancels the query after `longestMs`.
 */
export async function readAuReport(
  db: Kysely<IndexSchema>,
  auId: number,
  { longestMs }: { readonly longestMs: number },
): Promise<AuReportRow[]> {
  return runInTransaction(db, async (tx) => {
    await sql.raw(`set local statement_timeout = ${longestMs}`).execute(tx);
    const { rows } = await sql<Omit<AuReportRow, 'combined'> & { names: number; place: number }>`
      with capture as (
        select content_length as bytes, ${host} as host, mime as type, http_status::text as status,
          extract(year from to_timestamp(collection_ms / 1000.0) at time zone 'UTC')::integer::text as year
        from artifact where au_id = ${auId} and committed
      ), counted as (
        select case grouping(host, type, status, year)
            when 7 then 'hosts' when 11 then 'types' when 13 then 'statuses' when 14 then 'years' else 'all'
          end as "group",
          coalesce(host, type, status, year) as name, count(*) as artifacts, coalesce(sum(bytes), 0)::bigint as bytes
        from capture group by grouping sets ((host), (type), (status), (year), ())
      ), placed as (
        select *, row_number() over (
          partition by "group" order by artifacts desc, bytes desc, name collate "C"
        ) as place from counted
      )
      select "group", least(place, ${MAX_REPORT_NAMES + 1}::bigint) as place,
        min(name) filter (where place <= ${MAX_REPORT_NAMES}) as name, count(*) as names,
        sum(artifacts)::bigint as artifacts, sum(bytes)::bigint as bytes
      from placed group by 1, 2 order by 1, 2`.execute(tx);
    return rows.map(({ names, place, ...row }) => ({
      ...row,
      combined: place > MAX_REPORT_NAMES ? names : undefined,
    }));
  });
}
