// Statements that create the tables of deletions by users, and of deletion requests.

// One row per deletion or request of a user. Jobs that delete artifacts add no rows. kind: `purge` only for requests;
// `keep purge` carries them out. state: requested; then deleted, rejected, withdrawn or expired. A purge request
// becomes approved first, and then deleted. restored: a user has undone the deletion. decided_*: who ended or approved
// the request. undone_*: who restored the artifacts. requested_account: identity of a user of an OpenID Connect
// provider, whose name may change; null for all other users. number: continues after a rebuild.
const deletionTable = `
  create table deletion (
    number bigint generated always as identity primary key,
    au_id integer not null,
    kind text not null check (kind in ('delete', 'purge')),
    state text not null check (
      state in ('requested', 'approved', 'rejected', 'withdrawn', 'expired', 'deleted', 'restored')
    ),
    requested_at timestamptz not null default now(),
    requested_by text not null,
    requested_account text,
    reason text,
    decided_at timestamptz,
    decided_by text,
    decision_reason text,
    undone_at timestamptz,
    undone_by text
  )`;

// Artifacts of a deletion. url, version, collection_ms: null if the artifact was already deleted when its purge was
// requested. au_id: because of this column, a rebuild does not copy the table. stored, kept, damages: the deleted row
// of artifact and its rows of kept_record and damage, for an undo; stored is null before the deletion, and again when
// compaction or a purge rewrites one of the segments. segments: segments to which these rows refer; null before the
// deletion. undo_until: time until which compaction does not rewrite these segments.
const deletionArtifactTable = `
  create table deletion_artifact (
    number bigint not null references deletion on delete cascade,
    artifact_id uuid not null,
    au_id integer not null,
    url text collate "C",
    version integer,
    collection_ms bigint,
    stored json,
    kept json,
    damages json,
    segments bigint[],
    undo_until timestamptz,
    primary key (number, artifact_id)
  )`;

export const deletionStatements = [
  deletionTable,
  `create index deletion_open on deletion (au_id) where state in ('requested', 'approved')`,
  'create index deletion_of_au on deletion (au_id, number)',
  deletionArtifactTable,
  'create index deletion_of_artifact on deletion_artifact (artifact_id)',
  'create index deletion_undoable on deletion_artifact using gin (segments) where stored is not null',
];
