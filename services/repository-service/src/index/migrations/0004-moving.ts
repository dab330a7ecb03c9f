// What compaction, purge and sweep need: which records a segment holds, which objects are to go, what was purged.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const indexes = [
  'create index segment_of_au on segment (au_id, id)',
  // Rows come in the order of their segments: the cheapest of indexes to keep.
  'create index artifact_of_segment on artifact (segment_id)',
  'create index artifact_by_payload_place on artifact (payload_segment_id, payload_offset) where payload_segment_id is not null',
];

// Objects that no segment's row names, as far as compaction knows of them. remove_at: from then on anybody removes the
// object, then the row. Null: the object is being written, and the transaction that makes it a segment takes the row
// away; it fails when somebody else has set the time meanwhile. So nobody removes what becomes a segment, whatever
// clocks say and however long a process was stopped.
const retiredTable = `
  create table retired_object (
    key text collate "C" primary key,
    au_id integer not null,
    remove_at timestamptz
  )`;

// Objects that the sweep took for abandoned, written down under the AU's lock before they are removed. No transaction
// makes a segment of one of these, however late it comes: that is what makes sweeping safe. Kept for good; few.
const sweptTable = `
  create table swept_object (
    key text collate "C" primary key,
    swept_at timestamptz not null default now()
  )`;

// Artifacts whose bytes had to go. segment_id: where the record lay. erased_at: null while the bytes are still there.
const purgeTable = `
  create table purge (
    id uuid primary key,
    au_id integer not null,
    segment_id bigint,
    sha256 bytea not null,
    ordered_at timestamptz not null default now(),
    ordered_by text not null,
    reason text not null,
    erased_at timestamptz
  )`;

const statements = [
  ...indexes,
  retiredTable,
  'create index retired_in_time on retired_object (remove_at)',
  sweptTable,
  purgeTable,
  'create index purge_under_way on purge (au_id) where erased_at is null',
];
