// The index of digests is divided into parts. A new row goes into the part that corresponds to the current size of the
// table (see the migration). A look-up searches every part.
import { type RawBuilder, sql } from 'kysely';

type Sql = RawBuilder<unknown>;

const partBySize = sql`(pg_relation_size('artifact') >> 30)::smallint`;

/** The part that new rows go into. Evaluated once per statement. */
export const currentDigestPart = sql`(select ${partBySize})`;

// If the table has shrunk, some rows are in parts above the part for its current size.
const highestPart = sql`(select max(digest_part) from artifact)`;

const allParts = sql`(select array_agg(part::smallint) from generate_series(0, ${highestPart}) part)`;

/**
 * Returns the SQL condition that a row of `artifact` has this SHA-1, written so that PostgreSQL can use the index of
 * digests.
 */
export function hasSha1(artifact: Sql, sha1: Sql): Sql {
  return sql`${artifact}.sha1 = ${sha1} and substring(${artifact}.sha1 from 1 for 5) = substring(${sha1} from 1 for 5)
    and ${artifact}.digest_part = any(${allParts}::smallint[])`;
}
