// Statements that create the tables behind the console: growth of the store, imports, failures, events of damaged artifacts and
// requests to jobs. All of them are small, and none is needed to keep or to serve anything.

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
// client received. process: key of an advisory lock that the process holds while it is alive (showSignOfLife
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

// start_wished: time of the request to start the job at once; null if it runs by schedule only. Cleared when
// the job ends, whether it succeeds or fails.
const wishTable = `
  create table job_wish (
    name text collate "C" primary key,
    paused boolean not null default false,
    paused_at timestamptz,
    paused_by text,
    start_wished timestamptz,
    start_wished_by text
  )`;

// History of damaged artifacts; rows of `damage` are deleted when the damage is gone. event: 1 damaged, 2
// repaired (its record is stored elsewhere now), 3 found intact again.
const eventTable = `
  create table artifact_event (
    id bigint generated always as identity primary key,
    artifact_id uuid not null,
    at_ms bigint not null,
    event smallint not null,
    detail text
  )`;

// Records events for every writer of damage marks, in any version of the service. Runs at the end of the
// transaction, when the location of the record is final.
const damageEvents = `
  create function damage_event() returns trigger language plpgsql as $$
  declare
    now_ms bigint := floor(extract(epoch from clock_timestamp()) * 1000);
    place bigint;
  begin
    if tg_op = 'INSERT' then
      insert into artifact_event (artifact_id, at_ms, event, detail) values (new.artifact_id, new.found_ms, 1, new.reason);
      return null;
    end if;
    select case when old.in_payload then payload_segment_id else segment_id end into place
    from artifact where id = old.artifact_id;
    if found then
      insert into artifact_event (artifact_id, at_ms, event)
      values (old.artifact_id, now_ms, case when place is distinct from old.segment_id and not old.in_companions then 2 else 3 end);
    else
      delete from artifact_event where artifact_id = old.artifact_id;
    end if;
    return null;
  end $$`;

const damageTrigger = `
  create constraint trigger damage_event after insert or delete on damage
  deferrable initially deferred for each row execute function damage_event()`;

export const viewStatements = [
  growthTable,
  importTable,
  'create index import_in_time on import (started_ms, id)',
  'create index import_under_way on import (seen_ms) where ended_ms is null',
  failureTable,
  wishTable,
  eventTable,
  'create index event_of_artifact on artifact_event (artifact_id, id)',
  damageEvents,
  damageTrigger,
];
