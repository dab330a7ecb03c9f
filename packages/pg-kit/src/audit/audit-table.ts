// SQL statements that create a service's audit table in one of its migrations. Services may share a database. Released
// statements are never changed.
//
// Columns: at_ms is the time by the clock of the process that served the request. routine is true for frequent, similar
// writes, which are deleted first if the log exceeds its limits. auid and artifact_id identify the AU and the artifact
// of the request; subject contains further details. status is null if the client disconnected before the response. For
// a request about several AUs, the entry of each AU also has a null status.

/** Returns the statements. `owner` is the owner of the service's migrations, as in `applyMigrations`. */
export const makeAuditTableStatements = (owner: string): readonly string[] => [
  `create table ${owner}_audit_entry (
    at_ms bigint not null,
    id bigint generated always as identity,
    event text not null,
    routine boolean not null,
    operation text not null,
    method text,
    user_name text,
    client text not null,
    status smallint,
    outcome text not null,
    request_id text not null,
    auid text collate "C",
    artifact_id uuid,
    subject json,
    why text,
    name_hash text,
    primary key (at_ms, id)
  )`,
  // Indexes hashes, because AUIDs are long and most entries contain one.
  `create index ${owner}_audit_of_au on ${owner}_audit_entry (hashtextextended(auid, 0), at_ms, id) where auid is not null`,
  `create index ${owner}_audit_of_artifact on ${owner}_audit_entry (artifact_id, at_ms, id) where artifact_id is not null`,
  `create function ${owner}_audit_stays() returns trigger language plpgsql as $$
  begin
    raise exception 'entries of the audit log are not changed';
  end $$`,
  `create trigger ${owner}_audit_stays before update on ${owner}_audit_entry
   for each statement execute function ${owner}_audit_stays()`,
];
