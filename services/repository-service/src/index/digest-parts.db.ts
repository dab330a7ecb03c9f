// The index of digests: rows go into the part of it that the size of the table says (see the migration), and a digest is
// looked for in each part.
import { type RawBuilder, sql } from 'kysely';

type Sql = RawBuilder<unknown>;

const partBySize = sql`(pg_relation_size('artifact') >> 30)::smallint`;

/** The part that rows go into now. Found once a statement. */
export const currentDigestPart = sql`(select ${partBySize})`;

// A table that has shrunk has rows in higher parts than its size says.
const highestPart = sql`(select max(digest_part) from artifact)`;

const allParts = sql`(select array_agg(part::smallint) from generate_series(0, ${highestPart}) part)`;

/** Returns the condition that a row of `artifact` has this SHA-1, in the form that the index by digest needs. */
export function hasSha1(artifact: Sql, sha1: Sql): Sql {
  return sql`${artifact}.sha1 = ${sha1} and substring(${artifact}.sha1 from 1 for 5) = substring(${sha1} from 1 for 5)
    and ${artifact}.digest_part = any(${allParts}::smallint[])`;
}
