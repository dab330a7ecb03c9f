// Statements that create namespaces, AUs, segments (one stored WARC object each) and artifacts (one row each).

// Listings put `/` before every other character. url_order maps a URL to text whose byte order is that order: `/` becomes
// U+0001, and the two lowest characters step up to make room for it.
const urlOrder = `
  create function url_order(url text) returns text language sql immutable strict parallel safe
  return replace(replace(replace(url, E'\\x02', E'\\x02\\x02'), E'\\x01', E'\\x02\\x01'), '/', E'\\x01')`;

// A B-tree entry holds at most a third of a page, and URLs may be 65,536 characters long. Indexes hold the first 500
// characters; a hash tells the rest apart (uniqueness), or it is sorted within its group (order). The mapping at most doubles a
// URL: one of at most 250 bytes has at most 500 characters, which are not counted then. PostgreSQL puts the body of a
// function that is not strict in the place of its call; calls for each row cost half of what an index of URLs takes to keep.
const urlHead = `
  create function url_head(url text) returns text language sql immutable parallel safe
  return case when octet_length(url) <= 250 then url_order(url) else left(url_order(url), 500) end`;

const urlTail = `
  create function url_tail(url text) returns text language sql immutable parallel safe
  return case when octet_length(url) <= 250 then '' when length(url_order(url)) > 500 then md5(url)
    when url is not null then '' end`;

// The first 500 characters of a key. A key of at most 500 bytes has no more characters, and is returned as it is.
// The body is kept as text, so that PostgreSQL puts it in the place of each call.
const KEY_HEAD = 'case when octet_length(urlkey) <= 500 then urlkey else left(urlkey, 500) end';
const keyHead = `
  create function key_head(urlkey text) returns text language sql immutable parallel safe as
  $body$select ${KEY_HEAD}$body$`;

const namespaceTable = `
  create table namespace (
    id integer generated always as identity primary key,
    name text collate "C" not null unique
  )`;

// Counters are kept in the transactions that change what they count, under the row's lock.
// last_segment_id: the segment whose rows came last. A transaction that finds it unchanged knows that nothing was stored since.
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

// manifest_offset: where the manifest begins; null where the offset was not recorded, and the manifest must be searched for.
// checked_ms: when all of the segment's records were last read; null: not yet. An artifact is well as of then unless
// damage names it. fault: what was wrong with the object itself (missing, too short, its manifest damaged).
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

// Artifacts have no foreign keys: rows are written only by the transaction that also writes their segment under the AU's
// lock, and a trigger per row would cost more than the row.
// kind: 1 response, 2 resource, 3 a revisit whose payload lies in another record (payload_* says where; payload_id is
// the artifact that record was stored for, which may be deleted by now).
// record_crc and payload_crc: CRC-32 of the stored, compressed bytes; null where it was not recorded.
// sha1 is the digest of the body as it is stored, which CDX files carry; sha256 is the digest of the payload.
// companions_before, companions_after: bytes of the gzip members directly before and after the artifact's own that hold
// its companions; companions_crc: CRC-32 of those bytes, in their order. method: null for GET, and where the request is
// not known. request_body: the request's body as it is in the urlkey. quarantined: why the record was stored although it
// is damaged.
// digest_part: the size of the table in GiB when the row came. Digests fall anywhere in an index; with the part before
// them they fall anywhere in its newest part alone. A look-up asks each part: a billion rows have a few hundred.
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

// PostgreSQL's default of a fifth is much of a large table: vacuum reads all indexes. Pages that no longer change are soon
// known as such, which look-ups need that read an index alone.
const vacuum = `
  alter table artifact set (
    autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05,
    autovacuum_analyze_scale_factor = 0.05
  )`;

// Records that lie elsewhere in a segment than next to their artifact, and records that belong to no artifact. A warcinfo
// describes the records after it, up to the next warcinfo. artifact_id: null for a record that belongs to no artifact.
// damaged_ms: when the record was found damaged; null: it is not, or it belongs to an artifact, whose damage has a row of
// its own. The segment of a record that is marked is at fault (segment.fault).
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
  // The nearest capture to a moment among very many URLs. Entries of the same 65,536 ms share the space of their key.
  'create index artifact_by_coarse_time on artifact (namespace_id, (collection_ms >> 16))',
  // A revisit may name its original by nothing but the payload's SHA-1.
  'create index artifact_by_digest_in_parts on artifact (digest_part, substring(sha1 from 1 for 5))',
  // Rows come in the order of their segments, so this index is cheap to keep.
  'create index artifact_of_segment on artifact (segment_id)',
  // Artifacts whose payload lies in the record of another artifact. Few rows have one.
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
