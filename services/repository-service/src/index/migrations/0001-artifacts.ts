// The first schema: namespaces, AUs, segments (one stored WARC object each) and artifacts (one row each).
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

// Listings put `/` before every other character. This maps a URL to text whose byte order is that order:
// `/` becomes U+0001, and the two lowest characters step up to make room for it.
const urlOrder = `
  create function url_order(url text) returns text language sql immutable strict parallel safe
  return replace(replace(replace(url, E'\\x02', E'\\x02\\x02'), E'\\x01', E'\\x02\\x01'), '/', E'\\x01')`;

// A B-tree entry holds at most a third of a page, and URLs may be 65,536 characters long: indexes hold the first
// 500 characters, and what lies behind is told apart by a hash (uniqueness) or sorted within its group (order). The
// mapping at most doubles a URL, so that short ones need not be mapped to be known as short.
const urlHead = `
  create function url_head(url text) returns text language sql immutable strict parallel safe
  return left(url_order(url), 500)`;

const urlTail = `
  create function url_tail(url text) returns text language sql immutable strict parallel safe
  return case when octet_length(url) <= 250 then '' when length(url_order(url)) > 500 then md5(url) else '' end`;

const namespaceTable = `
  create table namespace (
    id integer generated always as identity primary key,
    name text collate "C" not null unique
  )`;

// Counters are kept in the transactions that change what they count, under the row's lock.
// last_segment_id: of the segment whose rows came last. Who finds it unchanged knows that nobody stored anything since.
const auTable = `
  create table au (
    id integer generated always as identity primary key,
    namespace_id integer not null references namespace,
    auid text collate "C" not null,
    auid_sha256 bytea not null,
    bulk_since timestamptz,
    artifact_count bigint not null default 0,
    committed_count bigint not null default 0,
    committed_url_count bigint not null default 0,
    all_versions_bytes bigint not null default 0,
    latest_versions_bytes bigint not null default 0,
    warc_bytes bigint not null default 0,
    last_segment_id bigint,
    unique (namespace_id, auid_sha256)
  )`;

// manifest_offset: where its manifest begins; null where that was not written down, and must be looked for.
const segmentTable = `
  create table segment (
    id bigint generated always as identity primary key,
    au_id integer not null references au,
    key text collate "C" not null unique,
    size_bytes bigint not null,
    dead_bytes bigint not null default 0,
    manifest_offset bigint,
    created_ms bigint not null
  )`;

// No foreign keys here: rows are written only by the transaction that also writes their segment under the AU's
// lock, and a trigger per row would cost more than the row.
// kind: 1 response, 2 resource, 3 a revisit whose payload lies in another record (payload_* says where; payload_id is
// the artifact that record was stored for, which may be deleted by now).
// record_crc and payload_crc: CRC-32 of the bytes as they are stored, compressed; null where it was not written down.
// sha1 is that of the body as it is stored, which is what CDX files carry; sha256 is that of the payload.
const artifactTable = `
  create table artifact (
    id uuid not null primary key,
    segment_id bigint not null,
    record_offset bigint not null,
    record_length bigint not null,
    content_length bigint not null,
    collection_ms bigint not null,
    store_ms bigint not null,
    au_id integer not null,
    namespace_id integer not null,
    version integer not null,
    record_crc integer,
    payload_crc integer,
    http_status smallint,
    kind smallint not null,
    committed boolean not null,
    dechunked boolean not null,
    sha256 bytea not null,
    sha1 bytea not null,
    url text collate "C" not null,
    urlkey text collate "C" not null,
    mime text collate "C",
    redirect text collate "C",
    payload_id uuid,
    payload_segment_id bigint,
    payload_offset bigint,
    payload_length bigint,
    replay_length bigint
  )`;

const indexes = [
  'create index au_in_order on au (namespace_id, left(auid, 500))',
  'create unique index artifact_of_au on artifact (au_id, url_head(url), url_tail(url), version desc)',
  'create index artifact_of_namespace on artifact (namespace_id, url_head(url))',
  'create index artifact_for_replay on artifact (namespace_id, left(urlkey, 500), collection_ms)',
  // A revisit may name its original by nothing but the payload's SHA-1. Only equality is asked for, and digests fall
  // anywhere: a hash index is cheaper to keep than a tree.
  'create index artifact_by_digest on artifact using hash (sha1)',
  // Who still needs the record of an artifact: few rows have any.
  'create index artifact_by_payload on artifact (payload_id) where payload_id is not null',
];

const statements = [
  urlOrder,
  urlHead,
  urlTail,
  namespaceTable,
  auTable,
  segmentTable,
  artifactTable,
  ...indexes,
];
