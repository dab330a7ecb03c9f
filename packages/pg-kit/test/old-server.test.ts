// A service refuses to start with a PostgreSQL that is too old.
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { applyMigrations } from '../src/schema/migrate.ts';
import { explainOldServer } from '../src/servers/old-server.ts';
import { createScratchDatabase, type Scratch } from './scratch-database.ts';

let scratch: Scratch;
beforeEach(async () => {
  scratch = await createScratchDatabase();
});
afterEach(() => scratch.end());

it('accepts version 15 and later', () => {
  expect(explainOldServer(150_001)).toBeUndefined();
  expect(explainOldServer(140_019)).toMatch(/PostgreSQL 14 is too old: Holdfast needs version 15/);
});

it('changes nothing in a database of an old server', async () => {
  // Replaces PostgreSQL's function current_setting with one that reports an old version.
  await scratch.run(
    `create function public.current_setting(name text) returns text language sql as $$ select '140011' $$`,
  );
  const name = new URL(scratch.url).pathname.slice(1);
  await scratch.run(`alter database ${name} set search_path = public, pg_catalog`);
  await expect(applyMigrations(scratch.open(), {})).rejects.toThrow(/PostgreSQL 14 is too old/);
  expect(await scratch.run(`select tablename from pg_tables where schemaname = 'public'`)).toEqual([]);
});
