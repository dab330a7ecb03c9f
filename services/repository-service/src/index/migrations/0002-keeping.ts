// What keeps the store alive: the journal that follows into the object store, and where the jobs have got to.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

// An outbox: one row an index transaction, inserted under the AU's lock (so that the ids of one AU are in the order of
// its changes) and deleted once it is in the object store. No foreign key: see artifact.
const journalTable = `
  create table journal (
    id bigint generated always as identity primary key,
    au_id integer not null,
    at timestamptz not null default now(),
    entry json not null
  )`;

// One row a job that was ever started. position: what it needs to go on where it stopped; null when it is at its end.
// run: counts its walks from beginning to end.
const jobTable = `
  create table job (
    name text collate "C" primary key,
    run integer not null default 1,
    position json,
    progress json,
    started_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    finished_at timestamptz,
    failure text
  )`;

const statements = [journalTable, jobTable];
