// The digest indexes are split into parts. A new row goes into the part for the current size of the table (see the
// migration). A look-up searches every part.
import { type RawBuilder, sql } from 'kysely';

type Sql = RawBuilder<unknown>;

const partBySize = sql`(pg_relation_size('artifact') >> 30)::smallint`;

/** Part for new rows. Evaluated once per statement. */
export const currentDigestPart = sql`(select ${partBySize})`;

// Highest part that contains rows. A look-up must search all parts up to this one. The part for the current size may be
// lower, because the table may have shrunk.
const highestPart = sql`(select max(digest_part) from artifact)`;

const allParts = sql`(select array_agg(part::smallint) from generate_series(0, ${highestPart}) part)`;

/** Returns the SQL condition that an `artifact` row has this SHA-1, in a form that can use the digest index. */
export function hasSha1(artifact: Sql, sha1: Sql): Sql {
  return hasDigest(artifact, sql`sha1`, sha1);
}

/** Returns the SQL condition that an `artifact` row has this SHA-256, in a form that can use the digest index. */
export function hasSha256(artifact: Sql, sha256: Sql): Sql {
  return hasDigest(artifact, sql`sha256`, sha256);
}

function hasDigest(artifact: Sql, column: Sql, digest: Sql): Sql {
  return sql`${artifact}.${column} = ${digest}
    and substring(${artifact}.${column} from 1 for 5) = substring(${digest} from 1 for 5)
    and ${artifact}.digest_part = any(${allParts}::smallint[])`;
}
