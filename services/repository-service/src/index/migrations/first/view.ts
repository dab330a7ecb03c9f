// Statements that create the tables behind the console: growth of the store, imports, failures, events of artifacts,
// and job requests. Storing and serving content needs none of them.

// slot: number of the 10-minute interval since 1970. Older samples are thinned out (growth.db.ts).
const growthTable = `
  create table growth (
    slot bigint primary key,
    aus bigint not null,
    artifacts bigint not null,
    content_bytes bigint not null,
    stored_bytes bigint not null
  )`;

// seen_ms: last update of the row. ended_ms: null while the import runs, and if its process died. request_bytes:
// declared length of the request; null if the client declared none. failure: message to the client. process: key of the
// advisory lock that the process holds while it is alive (holdAliveLock of pg-kit), so that an import of a dead process
// is not displayed as running.
const importTable = `
  create table import (
    id uuid primary key,
    started_ms bigint not null,
    seen_ms bigint not null,
    ended_ms bigint,
    outcome text,
    failure text,
    user_name text,
    request_id text not null,
    namespace text collate "C" not null,
    auid text collate "C" not null,
    file_name text,
    request_bytes bigint,
    upload_bytes bigint not null,
    ok bigint not null,
    duplicate bigint not null,
    excluded bigint not null,
    error bigint not null,
    process bigint
  )`;

const failureTable = `
  create table failure (
    id bigint generated always as identity primary key,
    at_ms bigint not null,
    request_id text not null,
    operation text not null,
    method text not null,
    status smallint,
    user_name text,
    detail text not null
  )`;

// Requests to start or pause jobs. Table and column names are unchanged since the development builds, so that backups
// of those builds can be loaded. start_wished: time of the request to start the job immediately; null if there is no
// request. Cleared when the job ends, successfully or not.
const jobRequestTable = `
  create table job_wish (
    name text collate "C" primary key,
    paused boolean not null default false,
    paused_at timestamptz,
    paused_by text,
    start_wished timestamptz,
    start_wished_by text
  )`;

// Events in the history of artifacts (domain/artifact-event.ts). Derived from journal lines when these are shipped, and
// again by a rebuild. scope: 0 one artifact, 1 all artifacts of a segment, 2 all artifacts of an AU. subject: UUID of
// the artifact, or history ID of the segment or AU. line_id: ID of the journal line. position: index of the event
// within that line.
const eventTable = `
  create table event (
    subject uuid not null,
    scope smallint not null,
    at_ms bigint not null,
    line_id bigint not null,
    position integer not null,
    kind smallint not null,
    detail json,
    primary key (subject, scope, at_ms, line_id, position)
  )`;

/**
 * Key and condition of the index of an AU's events. The condition contains the codes of the kinds
 * (domain/artifact-event.ts) whose detail names the AU. Events of other kinds, such as stored and checked records, are
 * too numerous to be indexed.
 */
export const eventsByAu = {
  key: "hashtextextended(detail ->> 'auid', 0)",
  condition: 'kind in (6, 7, 8, 9, 10, 11, 12, 14)',
} as const;

export const viewStatements = [
  growthTable,
  importTable,
  'create index import_in_time on import (started_ms, id)',
  'create index import_of_au on import (hashtextextended(auid, 0), started_ms, id)',
  'create index import_under_way on import (seen_ms) where ended_ms is null',
  failureTable,
  jobRequestTable,
  eventTable,
  `create index event_of_au on event ((${eventsByAu.key}), at_ms, line_id, kind) where ${eventsByAu.condition}`,
];
