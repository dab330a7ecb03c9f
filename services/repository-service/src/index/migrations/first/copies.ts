// Statements that create the tables for several object stores: the stores, and the copies that are missing, damaged or
// to be deleted. An object that has no row in object_copy is intact in every store.

// id: uuid of the store, which an object in the store also contains. location: folder or bucket of the store. place:
// device and inode of a folder, which distinguish an emptied folder from a folder that is not mounted. state: 'filling'
// while the store may lack objects that have no row in object_copy; 'retiring' once nothing more is written to the
// store. samples: numbers of outstanding copies during the last ten minutes, each with its time. scanned_key: last key
// up to which the store was compared with the other stores. fill_round: number of times that the store was filled
// again.
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

// task: 'copy' makes a missing copy, 'repair' replaces a damaged one, 'delete' deletes an object that was deleted
// elsewhere. size_bytes, crc32: values that the copy is compared with, if known. version: changes when the task is
// replaced. due_at: earliest time for work on the task. If a write leaves out a copy, this row is written before the
// write is acknowledged.
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

// blocks: CRC-32 of each 64 KiB of a large object, four bytes each.
const sums = `
  create table object_sums (
    key text primary key collate "C",
    size_bytes bigint not null,
    crc32 bigint not null,
    blocks bytea not null
  )`;

export const copyStatements = [stores, copies, dueCopies, sums];
