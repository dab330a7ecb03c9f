// Statements that create the tables behind the console: growth of the store, imports, failures, events of artifacts,
// and requests for jobs. The service could preserve and serve content without these tables.

// slot: 10 minutes, counted from 1970. Older samples are thinned out (growth.db.ts).
const growthTable = `
  create table growth (
    slot bigint primary key,
    aus bigint not null,
    artifacts bigint not null,
    content_bytes bigint not null,
    stored_bytes bigint not null
  )`;

// seen_ms: when its process last updated the row. ended_ms: null while it is running, or if its process died.
// request_bytes: length of the request; null if the client did not declare it. failure: the message that the
// client received. process: key of an advisory lock that the process holds while it is alive (holdAliveLock
// of pg-kit), so that an import whose process died is not shown as running.
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

// start_wished: time of the request to start the job immediately; null if it runs only on schedule. Cleared when the
// job ends, whether it succeeds or fails.
const wishTable = `
  create table job_wish (
    name text collate "C" primary key,
    paused boolean not null default false,
    paused_at timestamptz,
    paused_by text,
    start_wished timestamptz,
    start_wished_by text
  )`;

// Events in the history of artifacts (domain/artifact-event.ts). They are derived from the lines of the state journal
// when the lines are moved to the object store, and again by a rebuild. scope: 0 an artifact, 1 all artifacts of a
// segment, 2 all artifacts of an AU. subject: uuid of the artifact, or identifier of the segment or AU
// (domain/artifact-event.ts). line_id: id of the journal line. position: number of the event within that line.
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

export const viewStatements = [
  growthTable,
  importTable,
  'create index import_in_time on import (started_ms, id)',
  'create index import_under_way on import (seen_ms) where ended_ms is null',
  failureTable,
  wishTable,
  eventTable,
];
