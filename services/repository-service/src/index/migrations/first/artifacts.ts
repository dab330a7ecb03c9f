// Statements that create the tables of namespaces, AUs, segments (one stored WARC object each) and artifacts.

// Maps a URL to text whose byte order is the listing order, in which `/` sorts before all other characters: `/` becomes
// U+0001, and U+0001 and U+0002 are escaped.
const urlOrder = `
  create function url_order(url text) returns text language sql immutable strict parallel safe
  return replace(replace(replace(url, E'\\x02', E'\\x02\\x02'), E'\\x01', E'\\x02\\x01'), '/', E'\\x01')`;

// Returns the first 500 characters of a mapped URL. A B-tree entry cannot exceed a third of a page, but a URL may have
// 65,536 characters. Indexes therefore contain only this prefix; a hash of the whole URL ensures uniqueness, and long
// URLs are sorted separately. A URL of at most 250 bytes has at most 500 characters after the mapping, so its
// characters need not be counted. Not strict, so that PostgreSQL inlines the body: a call per row would add half of the
// cost of indexing the URL.
const urlHead = `
  create function url_head(url text) returns text language sql immutable parallel safe
  return case when octet_length(url) <= 250 then url_order(url) else left(url_order(url), 500) end`;

const urlTail = `
  create function url_tail(url text) returns text language sql immutable parallel safe
  return case when octet_length(url) <= 250 then '' when length(url_order(url)) > 500 then md5(url)
    when url is not null then '' end`;

// Returns the first 500 characters of a key. A key of at most 500 bytes is returned unchanged. The body is plain text,
// so that PostgreSQL inlines it in every call.
const KEY_HEAD = 'case when octet_length(urlkey) <= 500 then urlkey else left(urlkey, 500) end';
const keyHead = `
  create function key_head(urlkey text) returns text language sql immutable parallel safe as
  $body$select ${KEY_HEAD}$body$`;

const namespaceTable = `
  create table namespace (
    id integer generated always as identity primary key,
    name text collate "C" not null unique
  )`;

// The transactions that change artifacts also update the counters, while they lock the AU's row. last_segment_id:
// segment that was inserted last. If this ID is unchanged, nothing was stored in the meantime.
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

// manifest_offset: offset of the manifest; null if it was not recorded, so that the manifest must be searched.
// checked_ms: time when all records were last read; artifacts without a row in damage were intact then. fault: what is
// wrong with the object itself (missing, truncated, damaged manifest).
const segmentTable = `
  create table segment (
    id bigint generated always as identity primary key,
    au_id integer not null references au,
    key text collate "C" not null unique,
    size_bytes bigint not null,
    dead_bytes bigint not null default 0,
    manifest_offset bigint,
    created_ms bigint not null,
    checked_ms bigint,
    fault text
  )`;

// No foreign keys: a trigger per row would cost more than the row, and only the transaction that inserts a segment
// under the AU's lock inserts its rows. kind: 1 response, 2 resource, 3 revisit, whose payload is in another record.
// payload_*: location of that record. payload_id: artifact that the record was stored for; it may be deleted.
// record_crc, payload_crc: CRC-32 of the gzip member; null if not recorded. sha1: digest of the stored body, as in CDX
// files. sha256: digest of the payload. companions_before, companions_after: lengths of the companion records (request,
// metadata) adjacent to the record. companions_crc: CRC-32 over all of these. method: null for GET, or if the request
// was not captured. request_body: request body in the encoding of the urlkey. quarantined: why the record was stored
// although it is damaged. digest_part: size of the table in GiB at insertion. It is the first column of both digest
// indexes, so that new rows go only into the newest part of an index although digests are random. A look-up searches
// each part. A table of a billion rows has a few hundred parts.
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
    replay_length bigint,
    companions_before integer not null default 0,
    companions_after integer not null default 0,
    companions_crc integer,
    method text,
    request_body text,
    quarantined text,
    digest_part smallint not null default 0
  )`;

// With the defaults (10 to 20 % of the table), autovacuum would wait for too many changes in a large table. A lower
// value also marks unchanged pages as all-visible sooner, which index-only scans need.
const vacuum = `
  alter table artifact set (
    autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05,
    autovacuum_analyze_scale_factor = 0.05
  )`;

// Records of a segment that are not adjacent to their artifact, or belong to none. A warcinfo record applies to the
// records after it, up to the next one. artifact_id: null for a record without an artifact. damaged_ms: time when the
// record was found damaged; null if intact, and for records of an artifact, whose damage is in the table damage. The
// segment of a damaged record also has a fault.
const keptRecordTable = `
  create table kept_record (
    segment_id bigint not null references segment on delete cascade,
    record_offset bigint not null,
    record_length bigint not null,
    record_crc integer,
    type smallint not null,
    artifact_id uuid,
    damaged_ms bigint,
    primary key (segment_id, record_offset)
  )`;

const indexes = [
  'create index au_in_order on au (namespace_id, left(auid, 500))',
  'create index segment_of_au on segment (au_id, id)',
  'create index segment_by_check on segment (checked_ms nulls first)',
  'create index segment_at_fault on segment (id) where fault is not null',
  'create unique index artifact_of_au on artifact (au_id, url_head(url), url_tail(url), version desc)',
  'create index artifact_of_namespace on artifact (namespace_id, url_head(url))',
  `create index artifact_in_replay_order on artifact (namespace_id, (${KEY_HEAD}), collection_ms)`,
  // Finds the captures closest to a time among very many URLs. Times within the same 65,536 ms have the same index key.
  'create index artifact_by_coarse_time on artifact (namespace_id, (collection_ms >> 16))',
  // Finds the original of a revisit that declares only the SHA-1 of the payload.
  'create index artifact_by_digest_in_parts on artifact (digest_part, substring(sha1 from 1 for 5))',
  // Finds artifacts by the digest of their payload.
  'create index artifact_by_sha256_in_parts on artifact (digest_part, substring(sha256 from 1 for 5))',
  // Cheap to maintain, because rows are inserted in segment order.
  'create index artifact_of_segment on artifact (segment_id)',
  // Covers only artifacts whose payload is in another artifact's record, which are few.
  'create index artifact_by_payload on artifact (payload_id) where payload_id is not null',
  'create index artifact_by_payload_place on artifact (payload_segment_id, payload_offset) where payload_segment_id is not null',
  'create index kept_record_of_artifact on kept_record (artifact_id) where artifact_id is not null',
];

export const artifactStatements = [
  urlOrder,
  urlHead,
  urlTail,
  keyHead,
  namespaceTable,
  auTable,
  segmentTable,
  artifactTable,
  vacuum,
  keptRecordTable,
  ...indexes,
];
