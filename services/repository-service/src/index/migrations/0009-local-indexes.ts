// Two indexes in whose place come smaller ones, that what is stored at one time goes into few pages of, however large the
// whole has grown: that of digests, and that of captures by time alone.
import { type Kysely, sql } from 'kysely';

/** Rows of those who do not know of parts are in the first, and are found there. */
export const worksWith = '0008-companion-damage';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

// digest_part: how many times 1 GiB the table was large when the row came. Digests fall anywhere: with the part before them,
// they fall anywhere in the newest part alone. Who looks for one asks each part, of which a billion rows make a few hundred.
const part = 'alter table artifact add column digest_part smallint not null default 0';

// Where the table is large, they are built beside those who write (index/replaced-indexes.db.ts). Of the time, what
// is more than 65,536 ms: entries of one moment then share the room of their key.
const replaced = `
  do $$ begin
    if pg_relation_size('artifact') < 32 * 1024 * 1024 then
      drop index artifact_by_digest, artifact_by_time;
      create index artifact_by_digest_in_parts on artifact (digest_part, substring(sha1 from 1 for 5));
      create index artifact_by_coarse_time on artifact (namespace_id, (collection_ms >> 16));
    end if;
  end $$`;

// A fifth of a large table, which is the default, is much: vacuum reads all indexes for what is dead. And pages that nothing
// changes any more are known as such soon, which look-ups need that read an index alone.
const vacuumed = `
  alter table artifact set (
    autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05,
    autovacuum_analyze_scale_factor = 0.05
  )`;

const statements = [part, replaced, vacuumed];
