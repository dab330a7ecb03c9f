// Statements that create the tables for several object stores: the stores, and the objects that are missing, damaged or
// to be deleted in a store. An object without a row in object_copy is intact in every store.

// id: UUID of the store, which an object in the store also contains. location: folder or bucket. place: device and
// inode of a folder, which distinguish an emptied folder from one that is not mounted. state: 'filling' while the store
// may lack objects without a row in object_copy; 'retiring' when no objects are written to it any more. samples:
// numbers of outstanding copies in the last ten minutes, with their times. scanned_key: last key compared with the
// other stores. fill_round: number of times that the comparison was started again.
const stores = `
  create table store (
    id uuid primary key,
    name text not null,
    location text not null,
    role text not null check (role in ('primary', 'copy', 'archive')),
    state text not null check (state in ('filling', 'complete', 'retiring')),
    scanned_key text not null collate "C" default '',
    fill_round integer not null default 0,
    place json,
    samples json not null default '[]',
    added_at timestamptz not null default now()
  )`;

// task: 'copy' creates a missing object, 'repair' replaces a damaged object, 'delete' deletes an object that was
// deleted elsewhere. size_bytes, crc32: expected values, if known. version: changes when the task is replaced. due_at:
// earliest time to start. A write that skips a store inserts a row before the write is acknowledged.
const copies = `
  create table object_copy (
    key text not null collate "C",
    store_id uuid not null references store on delete cascade,
    task text not null check (task in ('copy', 'repair', 'delete')),
    size_bytes bigint,
    crc32 bigint,
    version bigint not null generated always as identity,
    tries integer not null default 0,
    failure text,
    added_at timestamptz not null default now(),
    due_at timestamptz not null default now(),
    primary key (key, store_id)
  )`;

const dueCopies = `create index object_copy_due on object_copy (store_id, due_at)`;

// blocks: CRC-32 of each 64 KiB block of a large object, four bytes each.
const sums = `
  create table object_sums (
    key text primary key collate "C",
    size_bytes bigint not null,
    crc32 bigint not null,
    blocks bytea not null
  )`;

export const copyStatements = [stores, copies, dueCopies, sums];
