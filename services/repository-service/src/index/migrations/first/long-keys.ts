// Statements that create the sort order of keys and URLs that are too long for an index entry.

// A key consists of a prefix (its first 500 characters, which the artifact indexes contain) and parts of 2,000 bytes;
// the last part may be shorter or empty (domain/keys/key-prefix-ranges.ts). One row per part. stem: hash of the sort
// order (see below) and of all earlier parts. rank: position among the artifacts with the same key.
const longKeyTable = `
  create table long_key (
    stem bytea not null,
    part bytea not null,
    rank bigint not null,
    artifact_id uuid not null,
    primary key (stem, part, rank, artifact_id)
  )`;

// Do not compress parts, which are short and often compared. PostgreSQL before 16 cannot declare this in create table.
const uncompressed = 'alter table long_key alter column part set storage plain';

const stem = `
  create function long_key_stem(order_name text, prefix bytea) returns bytea language sql stable strict parallel safe
  return substr(sha256(convert_to(order_name, 'UTF8') || prefix), 1, 16)`;

// Kinds of order: replay sorts a namespace's urlkeys, and captures with the same urlkey by time. Listings sort the URLs
// of an AU or a namespace, mapped by url_order(), and versions of a URL in descending order. generate_series returns
// the start of each part, including the end of the key. The function is in PL/pgSQL, which reuses the plan for the next
// row.
const rows = `
  create function long_key_rows(one artifact) returns setof long_key language plpgsql stable as $$
  declare
    url_key text := url_order(one.url);
  begin
    return query
    select long_key_stem(entry.order_name, substr(cut.bytes, 1, place)), substr(cut.bytes, place + 1, 2000),
      entry.rank, one.id
    from (
      values ('replay ' || one.namespace_id, one.urlkey, one.collection_ms),
        ('au ' || one.au_id, url_key, -one.version::bigint),
        ('namespace ' || one.namespace_id, url_key, -one.version::bigint)
    ) entry (order_name, key, rank),
    lateral (
      select convert_to(entry.key, 'UTF8') as bytes, octet_length(left(entry.key, 500)) as head_bytes
      where length(entry.key) >= 500
    ) cut,
    generate_series(cut.head_bytes, octet_length(cut.bytes), 2000) place;
  end $$`;

const added = `
  create function long_key_added() returns trigger language plpgsql as $$
  begin
    insert into long_key select * from long_key_rows(new);
    return null;
  end $$`;

const removed = `
  create function long_key_removed() returns trigger language plpgsql as $$
  begin
    delete from long_key using long_key_rows(old) gone
    where long_key.stem = gone.stem and long_key.part = gone.part
      and long_key.rank = gone.rank and long_key.artifact_id = gone.artifact_id;
    return null;
  end $$`;

// Returns the condition that a row has a long key. The test is cheap for short URLs: the mapping at most doubles the
// length of a URL.
const isLong = (row: string) => `
  octet_length(${row}.urlkey) >= 500 or octet_length(${row}.url) >= 250 and length(url_order(${row}.url)) >= 500`;

const triggers = [
  `create trigger long_key_added after insert on artifact
   for each row when (${isLong('new')}) execute function long_key_added()`,
  `create trigger long_key_removed after delete on artifact
   for each row when (${isLong('old')}) execute function long_key_removed()`,
];

export const longKeyStatements = [longKeyTable, uncompressed, stem, rows, added, removed, ...triggers];
