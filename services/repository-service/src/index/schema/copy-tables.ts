// Kysely types of the tables of object stores and of the copies of objects in them.
import type { Generated, JSONColumnType } from 'kysely';

export interface StoreTable {
  id: string;
  name: string;
  location: string;
  role: 'primary' | 'copy' | 'archive';
  state: 'filling' | 'complete' | 'retiring';
  scanned_key: Generated<string>;
  fill_round: Generated<number>;
  place: JSONColumnType<{ device: string; parentDevice: string; parentInode: string }> | null;
  samples: Generated<{ at: number; left: number }[]>;
  added_at: Generated<Date>;
}

export interface ObjectCopyTable {
  key: string;
  store_id: string;
  task: 'copy' | 'repair' | 'delete';
  size_bytes: number | null;
  crc32: number | null;
  version: Generated<string>;
  tries: Generated<number>;
  failure: string | null;
  added_at: Generated<Date>;
  due_at: Generated<Date>;
}

export interface ObjectChecksumsTable {
  key: string;
  size_bytes: number;
  crc32: number;
  blocks: Buffer;
}
