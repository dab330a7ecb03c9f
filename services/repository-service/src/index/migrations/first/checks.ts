// Statements that create the tables of requested fixity checks. No table refers to another one with a foreign key,
// because a rebuild copies the tables in any order.

// One row per check. scope, stores: what the check covers (domain/fixity-check.ts). namespace, auid: taken from the
// scope, for lists. position: ID of the last artifact that was checked. requested: number of artifacts, counted at the
// start. The counts are updated together with the position. away_since: time since which no store could be read.
// document: the certificate; ended_at, in whole milliseconds, is set together with it, before the state becomes
// finished.
const runTable = `
  create table fixity_run (
    id uuid primary key,
    scope jsonb not null,
    namespace text collate "C",
    auid text collate "C",
    stores text not null check (stores in ('ordinary', 'archive', 'all')),
    requested_by text not null,
    requested_at timestamptz not null default now(),
    schedule_id uuid,
    reason text,
    state text not null default 'waiting' check (state in ('waiting', 'running', 'finished', 'cancelled', 'failed')),
    started_at timestamptz,
    ended_at timestamptz,
    position uuid,
    software text,
    previous_id uuid,
    requested bigint,
    intact bigint not null default 0,
    damaged bigint not null default 0,
    missing bigint not null default 0,
    unreadable bigint not null default 0,
    not_checked bigint not null default 0,
    repaired bigint not null default 0,
    bytes bigint not null default 0,
    away_since timestamptz,
    document text,
    failure text
  )`;

// Artifacts of a check whose scope is a list.
const itemTable = `
  create table fixity_run_item (
    run_id uuid not null,
    artifact_id uuid not null,
    primary key (run_id, artifact_id)
  )`;

// Copies that a check has read, by store. store: empty if only one store is configured.
const storeTable = `
  create table fixity_run_store (
    run_id uuid not null,
    store text collate "C" not null,
    copies bigint not null,
    bytes bigint not null,
    damaged bigint not null,
    missing bigint not null,
    unreachable bigint not null,
    repaired bigint not null,
    primary key (run_id, store)
  )`;

// Artifacts that a check did not find intact; the first 10,000 of each check.
const exceptionTable = `
  create table fixity_run_exception (
    run_id uuid not null,
    artifact_id uuid not null,
    namespace text collate "C" not null,
    auid text collate "C" not null,
    url text collate "C" not null,
    outcome text not null check (outcome in ('unreadable', 'damaged', 'missing')),
    store text,
    reason text not null,
    repaired_from text,
    primary key (run_id, artifact_id)
  )`;

const scheduleTable = `
  create table fixity_schedule (
    id uuid primary key,
    scope jsonb not null,
    namespace text collate "C" not null,
    auid text collate "C",
    stores text not null check (stores in ('ordinary', 'archive', 'all')),
    period_days integer not null check (period_days > 0),
    next_at timestamptz not null,
    created_by text not null,
    created_at timestamptz not null default now()
  )`;

/**
 * Key and condition of the index that finds the finished checks of a scope. The key is a hash, because a scope may be
 * too long for an index entry.
 */
export const finishedByScopeIndex = {
  key: 'jsonb_hash_extended(scope, 0)',
  condition: "state = 'finished'",
} as const;

export const checkStatements = [
  runTable,
  'create index fixity_run_in_time on fixity_run (requested_at, id)',
  'create index fixity_run_of_au on fixity_run (hashtextextended(auid, 0), requested_at)',
  "create index fixity_run_open on fixity_run (requested_at) where state in ('waiting', 'running')",
  `create index fixity_run_finished on fixity_run ((${finishedByScopeIndex.key}), ended_at, id)
    where ${finishedByScopeIndex.condition}`,
  itemTable,
  storeTable,
  exceptionTable,
  scheduleTable,
];
