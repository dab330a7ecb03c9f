// What fixity finds: when each segment was last read, what of it is damaged, what lies in the store beside it.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

// checked_ms: when all of the segment's records were last read; null: not yet. An artifact is well as of then unless
// damage names it. fault: what was wrong with the object itself (missing, too short, its manifest damaged).
const segmentColumns = 'alter table segment add column checked_ms bigint, add column fault text';

// Artifacts whose stored bytes are not those that were stored, until they are repaired. in_payload: the damage lies in
// the record that a revisit shares the payload of, not in its own. segment_id: where that record lies.
const damageTable = `
  create table damage (
    artifact_id uuid not null,
    in_payload boolean not null,
    segment_id bigint not null,
    au_id integer not null,
    reason text not null,
    found_ms bigint not null,
    primary key (artifact_id, in_payload)
  )`;

// Objects that the last walk found and nothing names, and objects of the journal that cannot be read.
const strayTable = `
  create table stray_object (
    key text collate "C" primary key,
    size_bytes bigint not null,
    reason text not null,
    found_ms bigint not null
  )`;

const statements = [
  segmentColumns,
  'create index segment_by_check on segment (checked_ms nulls first)',
  damageTable,
  'create index damage_of_segment on damage (segment_id)',
  'create index damage_of_au on damage (au_id)',
  strayTable,
];
