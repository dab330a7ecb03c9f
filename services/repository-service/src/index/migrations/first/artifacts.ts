// Statements that create namespaces, AUs, segments (one stored WARC object each) and artifacts (one row each).

// Listings sort `/` before every other character. url_order maps a URL to text whose byte order is the listing order:
// `/` becomes U+0001, and the two lowest characters are moved up.
const urlOrder = `
  create function url_order(url text) returns text language sql immutable strict parallel safe
  return replace(replace(replace(url, E'\\x02', E'\\x02\\x02'), E'\\x01', E'\\x02\\x01'), '/', E'\\x01')`;

// A B-tree entry may have at most a third of a page, but URLs may have 65,536 characters. Indexes therefore contain
// only the first 500 characters. A hash distinguishes longer texts (for uniqueness), or they are sorted within their
// group (for order). The mapping at most doubles the length of a URL: a URL of at most 250 bytes has at most 500
// characters after it, so these characters need not be counted. PostgreSQL inlines the body of a function that is not
// strict. Calling the function for each row would cost half as much as an index of URLs.
const urlHead = `
  create function url_head(url text) returns text language sql immutable parallel safe
  return case when octet_length(url) <= 250 then url_order(url) else left(url_order(url), 500) end`;

const urlTail = `
  create function url_tail(url text) returns text language sql immutable parallel safe
  return case when octet_length(url) <= 250 then '' when length(url_order(url)) > 500 then md5(url)
    when url is not null then '' end`;

// Returns the first 500 characters of a key. A key of at most 500 bytes has no more characters and is returned
// unchanged. The body is a text, so that PostgreSQL inlines it in each call.
const KEY_HEAD = 'case when octet_length(urlkey) <= 500 then urlkey else left(urlkey, 500) end';
const keyHead = `
  create function key_head(urlkey text) returns text language sql immutable parallel safe as
  $body$select ${KEY_HEAD}$body$`;

const namespaceTable = `
  create table namespace (
    id integer generated always as identity primary key,
    name text collate "C" not null unique
  )`;

// The transactions that change artifacts update the counters while they lock the row. last_segment_id: segment whose
// rows were inserted last. If a transaction finds it unchanged, nothing was stored in the meantime.
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

// manifest_offset: start of the manifest; null if it was not recorded; the manifest must then be searched for.
// checked_ms: time when all records of the segment were last read; null if they never were. At that time, artifacts
// without a row in damage were intact. fault: what was wrong with the object itself (missing, too short, damaged
// manifest).
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

// Artifacts have no foreign keys. Rows are inserted only by the transaction that also inserts their segment under the
// AU's lock, and a trigger per row would cost more than the row. kind: 1 response, 2 resource, 3 revisit, whose payload
// is in another record. payload_*: position of that record. payload_id: artifact that the record was stored for, which
// may be deleted. record_crc, payload_crc: CRC-32 of the stored, compressed bytes; null if it was not recorded. sha1:
// digest of the stored body, as in CDX files. sha256: digest of the payload. companions_before, companions_after: bytes
// of the gzip members with companions directly before and after the artifact's own. companions_crc: CRC-32 of those
// bytes, in their order. method: null for GET, or if the request is unknown. request_body: body of the request as it is
// in the urlkey. quarantined: reason why the record was stored although it is damaged. digest_part: size of the table
// in GiB when the row was inserted. Digests have a random position in an index. With digest_part as the first column,
// new rows go only into the newest part of the index. A look-up searches each part; a billion rows have a few hundred.
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

// PostgreSQL's default of a fifth of the table is too much for a large table, because vacuum reads all indexes. A lower
// value also marks unchanged pages as all-visible sooner, which index-only look-ups need.
const vacuum = `
  alter table artifact set (
    autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05,
    autovacuum_analyze_scale_factor = 0.05
  )`;

// Records that are stored apart from their artifact in a segment, and records that belong to no artifact. A warcinfo
// describes the records after it, up to the next warcinfo. artifact_id: null for a record that belongs to no artifact.
// damaged_ms: time when the record was found damaged; null if it was not, or if it belongs to an artifact, whose damage
// has a row in damage. The segment of a marked record has a fault (segment.fault).
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
  // Finds the capture closest to a time among very many URLs. Entries within the same 65,536 ms have the same key.
  'create index artifact_by_coarse_time on artifact (namespace_id, (collection_ms >> 16))',
  // A revisit may name its original only by the SHA-1 of the payload.
  'create index artifact_by_digest_in_parts on artifact (digest_part, substring(sha1 from 1 for 5))',
  // Cheap to maintain, because rows are inserted in the order of their segments.
  'create index artifact_of_segment on artifact (segment_id)',
  // Artifacts whose payload is in the record of another artifact. Few rows have such a payload.
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
