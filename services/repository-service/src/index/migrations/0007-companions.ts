// Records that are kept beside artifacts, and the request that an artifact was captured with.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

// companions_before, companions_after: bytes of the gzip members directly before and behind the artifact's own that hold
// its companions; companions_crc: CRC-32 of those bytes, in their order. method: null for GET, and where the request is
// not known. request_body: the request's body as it is in the urlkey. quarantined: why the record was stored although it
// is damaged.
const artifactColumns = `
  alter table artifact
    add column companions_before integer not null default 0,
    add column companions_after integer not null default 0,
    add column companions_crc integer,
    add column method text,
    add column request_body text,
    add column quarantined text`;

// Records that lie elsewhere in a segment than beside their artifact, and those that belong to none. A warcinfo is that
// of the records behind it, up to the next one. artifact_id: null for a record that belongs to no artifact.
const keptRecordTable = `
  create table kept_record (
    segment_id bigint not null references segment on delete cascade,
    record_offset bigint not null,
    record_length bigint not null,
    record_crc integer,
    type smallint not null,
    artifact_id uuid,
    primary key (segment_id, record_offset)
  )`;

const statements = [
  artifactColumns,
  keptRecordTable,
  'create index kept_record_of_artifact on kept_record (artifact_id) where artifact_id is not null',
];
