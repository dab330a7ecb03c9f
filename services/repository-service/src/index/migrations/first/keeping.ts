// Statements that create the tables of jobs, retired objects, purges and damage.

// One row per job that was ever started. position: where the job resumes; null at the start and after the end of a
// pass. run: number of the pass, counted from 1. report: results of the job, in addition to its progress.
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

// Objects that compaction is writing or has replaced, and to which no segment row refers. remove_at: time after which
// any replica may remove the object and then its row; null while the object is being written. The transaction that
// makes the object a segment deletes the row, and fails if another replica has set remove_at. A replica therefore never
// removes an object that becomes a segment, regardless of clocks and suspended processes.
const retiredTable = `
  create table retired_object (
    key text collate "C" primary key,
    au_id integer not null,
    remove_at timestamptz
  )`;

// Objects that the sweep job has claimed under the AU's lock before removing them. No later transaction can make such
// an object a segment. The few rows are never deleted.
const sweptTable = `
  create table swept_object (
    key text collate "C" primary key,
    swept_at timestamptz not null default now()
  )`;

// Artifacts whose bytes must be erased. segment_id: segment of the record. erased_at: null while the bytes exist.
// locked: versions in object stores that may contain the bytes and that the stores refuse to delete; null unless only
// such versions are left. retry_at: time from which compaction tries to delete them again.
const purgeTable = `
  create table purge (
    id uuid primary key,
    au_id integer not null,
    segment_id bigint,
    sha256 bytea not null,
    ordered_at timestamptz not null default now(),
    ordered_by text not null,
    reason text not null,
    erased_at timestamptz,
    locked json,
    retry_at timestamptz
  )`;

// Artifacts with damaged records, until their repair. in_payload: the damage is in another artifact's record, which
// contains the payload of this revisit. in_companions: the damage is in the companion records (request, metadata), and
// the artifact itself is readable. segment_id: segment of the damaged record.
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

// Stray objects and unreadable journal objects that the last fixity pass found.
const strayTable = `
  create table stray_object (
    key text collate "C" primary key,
    size_bytes bigint not null,
    reason text not null,
    found_ms bigint not null
  )`;

// Start of the last complete backup. At most one row.
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
