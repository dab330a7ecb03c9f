// Covers: packages/cli/src/upgrade packages/standalone/src/postgres
// `holdfast upgrade-database` on a database created by PostgreSQL 17, with the schemas of both services.
import { existsSync } from 'node:fs';
import { chmod, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { applyMigrations, type Database, ensureDatabase, openDatabase } from '@holdfast/pg-kit';
import { startEmbeddedPostgres } from '@holdfast/standalone/postgres';
import { createTemporaryFolder } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { parseCommand } from '../../src/arguments.ts';
import { loadServiceParts } from '../../src/backup/service-parts.ts';
import { fetchPostgres } from '../../src/upgrade/fetch-postgres.ts';
import { upgradeDatabase } from '../../src/upgrade/upgrade-command.ts';

const { signal } = new AbortController();
const folder = await createTemporaryFolder();
// Root starts PostgreSQL under another account, which needs access to the folder.
await chmod(folder, 0o711);
const parts = await loadServiceParts(fileURLToPath(new URL('../../../..', import.meta.url)));
const earlier = await fetchPostgres(17, join(folder, 'binaries'), signal).catch((error: Error) => {
  process.stderr.write(`NOT RUN: the upgrade of a database (${error.message.trim()})\n`);
});
const withEarlier = earlier === undefined ? describe.skip : describe;

const data = join(folder, 'data');
const home = join(data, 'postgres');
const said: string[] = [];
const tools = {
  folder: data,
  parts,
  say: (words: string) => void said.push(words),
  fetch: async () => earlier!,
};

withEarlier('a database of PostgreSQL 17', () => {
  let before: unknown;

  it('is refused by a start, which names the command', async () => {
    const old = await startEmbeddedPostgres({ folder: data, binaries: earlier! });
    try {
      await fill(old.url);
      await withDatabase(old.url, async ({ pool }) => {
        await pool.query('create role reporting');
        await pool.query('create database reports');
      });
      before = await readAll(old.url);
    } finally {
      await old.stop();
    }
    await expect(startEmbeddedPostgres({ folder: data })).rejects.toThrow(
      /^PostgreSQL 17 made the database.*\.\/holdfast upgrade-database/,
    );
  });

  it('stays as it was when the upgrade fails', async () => {
    const newer = { ...parts, configuration: { ...parts.configuration, migrations: {} } };
    await expect(upgradeDatabase({ ...tools, parts: newer }, signal)).rejects.toThrow();
    const old = await startEmbeddedPostgres({ folder: data, binaries: earlier! });
    try {
      expect(await readAll(old.url)).toEqual(before);
    } finally {
      await old.stop();
    }
  });

  it('is copied with schema, roles, sequences and large values, and kept', async () => {
    await upgradeDatabase(tools, signal);
    expect(said.join('\n')).toContain('now uses PostgreSQL 18');
    expect(said.join('\n')).toContain(
      'Not copied, because Holdfast did not create them: database reports, role reporting',
    );
    expect(existsSync(join(home, 'data-17', 'PG_VERSION'))).toBe(true);
    expect(await readdir(home)).not.toContain('upgrade');
    const upgraded = await startEmbeddedPostgres({ folder: data });
    try {
      expect(await readAll(upgraded.url)).toEqual(before);
    } finally {
      await upgraded.stop();
    }
  });

  it('is not started empty after a crash between the two renames, but completed by the same command', async () => {
    await rename(join(home, 'data'), join(home, 'upgraded'));
    await expect(startEmbeddedPostgres({ folder: data })).rejects.toThrow(
      'Run ./holdfast upgrade-database again',
    );
    await upgradeDatabase(tools, signal);
    const upgraded = await startEmbeddedPostgres({ folder: data });
    try {
      expect(await readAll(upgraded.url)).toEqual(before);
    } finally {
      await upgraded.stop();
    }
  });
});

it('is a command', () => {
  expect(parseCommand(['upgrade-database'])).toEqual({ command: 'upgrade-database' });
  expect(parseCommand(['upgrade-database', '--data', 'd'])).toEqual({
    command: 'upgrade-database',
    data: 'd',
  });
  expect(parseCommand(['upgrade-database', '--help'])).toEqual({
    command: 'help',
    about: 'upgrade-database',
  });
  expect(() => parseCommand(['upgrade-database', '17'])).toThrow("Unexpected argument '17'");
});

it('names the versions that can be fetched', async () => {
  await expect(fetchPostgres(9, join(folder, 'none'), signal)).rejects.toThrow('./holdfast backup');
});

const names = ['repository', 'configuration'] as const;

/** Creates both schemas and inserts rows, including leftovers of interrupted work. */
async function fill(server: string): Promise<void> {
  for (const name of names) {
    await withDatabase(await ensureDatabase(server, name), async (database) => {
      await applyMigrations(database, parts[name].migrations, { owner: parts[name].owner });
      await database.pool.query('create table shared_secret (name text primary key, value bytea not null)');
      await database.pool.query(
        `insert into shared_secret
         select n::text, convert_to(repeat(md5(n::text), 100000), 'UTF8') || '\\x00ff5c' from generate_series(1, 3) n`,
      );
      const { rows } = await database.pool.query<{ name: string }>(
        'select quote_ident(sequencename) as name from pg_sequences',
      );
      for (const sequence of rows)
        await database.pool.query('select setval($1::regclass, 2000000011)', [sequence.name]);
    });
  }
  await withDatabase(await ensureDatabase(server, 'repository'), async ({ pool }) => {
    await pool.query(
      `create table rebuild_example (id bigint generated always as identity primary key, name text not null
         default 'none' check (name <> ''), twice text collate "C" generated always as (name || name) stored)`,
    );
    await pool.query(`insert into rebuild_example (name) values ('a\\b'), (E'line\\nfeed\\ttab'), ('ü\\N')`);
    await pool.query('create index rebuild_example_name on rebuild_example (name) where id > 1');
    const { rows } = await pool.query<{ name: string }>(
      `select quote_ident(indexrelid::regclass::text) as name from pg_index
       where indrelid = 'artifact'::regclass and not indisunique limit 1`,
    );
    await pool.query(`drop index ${rows[0]!.name}`);
  });
}

/** Reads the schema and all rows of both databases, with the role of each service. */
async function readAll(server: string): Promise<unknown> {
  const all: unknown[] = [];
  for (const name of names) {
    await withDatabase(await ensureDatabase(server, name), async ({ pool }) => {
      for (const sql of CATALOGUE) all.push((await pool.query(sql)).rows);
      const { rows: tables } = await pool.query<{ name: string }>(
        `select quote_ident(relname) as name from pg_class
         where relkind = 'r' and relpersistence = 'p' and relnamespace = 'public'::regnamespace order by 1`,
      );
      for (const table of tables) {
        const { rows } = await pool.query(
          `select count(*) as rows, md5(string_agg(md5(t::text), '' order by md5(t::text))) as md5 from ${table.name} t`,
        );
        all.push({ table: table.name, ...rows[0] });
      }
    });
  }
  return all;
}

const CATALOGUE = [
  "select rolname, rolsuper, rolcanlogin from pg_roles where rolname !~ '^pg_|^reporting' order by 1",
  `select relname, relkind, relpersistence, pg_get_userbyid(relowner) as owner, attname, format_type(atttypid, atttypmod),
     attnotnull, attidentity, attgenerated, attcollation::regcollation::text, pg_get_expr(adbin, adrelid)
   from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
     left join pg_attrdef on adrelid = attrelid and adnum = attnum
   where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm') order by relname, attnum`,
  `select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
   where connamespace = 'public'::regnamespace and contype <> 'n' order by 1, 2`,
  `select pg_get_indexdef(indexrelid) from pg_index join pg_class on pg_class.oid = indexrelid
   where relnamespace = 'public'::regnamespace order by 1`,
  `select pg_get_functiondef(oid), pg_get_userbyid(proowner) from pg_proc
   where pronamespace = 'public'::regnamespace order by 1`,
  'select pg_get_triggerdef(oid), tgenabled from pg_trigger where not tgisinternal order by 1',
  'select sequencename, sequenceowner, data_type::text, last_value::text from pg_sequences order by 1',
];

async function withDatabase(url: string, work: (database: Database<never>) => Promise<void>): Promise<void> {
  const database = openDatabase<never>({
    url,
    poolSize: 2,
    applicationName: 'test',
    onError: () => undefined,
  });
  try {
    await work(database);
  } finally {
    await database.close();
  }
}
