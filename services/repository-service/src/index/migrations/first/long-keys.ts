// Statements that create the order of keys and URLs that are longer than an index entry can hold.

// A key is cut into its head (the first 500 characters, which the indexes of artifact hold) and parts of 2,000 bytes
// behind it, the last of them shorter and perhaps empty (domain/keys/key-spans.ts). One row a part.
// stem: which order this is in (see below), and everything before the part; hashed, for it may be long.
// rank: what orders artifacts of one key.
const longKeyTable = `
  create table long_key (
    stem bytea not null,
    part bytea not null,
    rank bigint not null,
    artifact_id uuid not null,
    primary key (stem, part, rank, artifact_id)
  )`;

// A part is short, and is compared often. Before PostgreSQL 16 a new table cannot say so itself.
const uncompressed = 'alter table long_key alter column part set storage plain';

const stem = `
  create function long_key_stem(order_name text, prefix bytea) returns bytea language sql stable strict parallel safe
  return substr(sha256(convert_to(order_name, 'UTF8') || prefix), 1, 16)`;

// The orders: replay has the urlkeys of a namespace by time, listings have the URLs of an AU and of a namespace, mapped
// by url_order(), by version, the highest first. generate_series gives each place where a part begins, the end of the
// key included. In PL/pgSQL because that keeps its plan from one row to the next.
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

// The mapping at most doubles a URL. Rows of short ones cost no more than this test.
const isLong = (row: string) => `
  octet_length(${row}.urlkey) >= 500 or octet_length(${row}.url) >= 250 and length(url_order(${row}.url)) >= 500`;

const triggers = [
  `create trigger long_key_added after insert on artifact
   for each row when (${isLong('new')}) execute function long_key_added()`,
  `create trigger long_key_removed after delete on artifact
   for each row when (${isLong('old')}) execute function long_key_removed()`,
];

export const longKeyStatements = [longKeyTable, uncompressed, stem, rows, added, removed, ...triggers];
