// Statements that create the tables of jobs, removed objects, purges and damage.

// One row for each job that was ever started. position: what the job needs to continue; null when it is at its end.
// run: counts its walks from beginning to end. report: findings of the job beyond its progress.
const jobTable = `
  create table job (
    name text collate "C" primary key,
    run integer not null default 1,
    position json,
    progress json,
    started_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    finished_at timestamptz,
    failure text,
    report json
  )`;

// Objects that no segment's row names, as far as compaction knows of them. remove_at: from then on any replica removes the
// object, then the row. Null: the object is being written, and the transaction that makes it a segment deletes the row; it
// fails when another replica has set the time meanwhile. So nobody removes an object that becomes a segment, whatever
// clocks say and however long a process was stopped.
const retiredTable = `
  create table retired_object (
    key text collate "C" primary key,
    au_id integer not null,
    remove_at timestamptz
  )`;

// Objects that the sweep took for abandoned, recorded under the AU's lock before they are removed. No transaction makes a
// segment of one of these, however late it comes: that is what makes sweeping safe. Kept for good; few.
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

// Artifacts whose stored bytes are not those that were stored, until they are repaired. in_payload: the damage lies in
// the record that a revisit shares the payload of, not in its own. in_companions: the damage lies in the artifact's
// companions, and the artifact itself is readable. segment_id: where the damaged record lies.
const damageTable = `
  create table damage (
    artifact_id uuid not null,
    in_payload boolean not null,
    segment_id bigint not null,
    au_id integer not null,
    reason text not null,
    found_ms bigint not null,
    in_companions boolean not null default false,
    primary key (artifact_id, in_payload, in_companions)
  )`;

// Objects that the last walk found and nothing names, and objects of the journal that cannot be read.
const strayTable = `
  create table stray_object (
    key text collate "C" primary key,
    size_bytes bigint not null,
    reason text not null,
    found_ms bigint not null
  )`;

// At most one row: when the last complete backup was begun.
const backupTable = `
  create table last_backup (
    is_only boolean primary key default true check (is_only),
    begun_at timestamptz not null
  )`;

export const keepingStatements = [
  jobTable,
  retiredTable,
  'create index retired_in_time on retired_object (remove_at)',
  sweptTable,
  purgeTable,
  'create index purge_under_way on purge (au_id) where erased_at is null',
  damageTable,
  'create index damage_of_segment on damage (segment_id)',
  'create index damage_of_au on damage (au_id)',
  strayTable,
  backupTable,
];
