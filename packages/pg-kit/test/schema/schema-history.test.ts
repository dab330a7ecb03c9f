import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Kysely, sql } from 'kysely';
import { applyMigrations } from '../../src/schema/migrate.ts';
import {
  computeFingerprint,
  type Migrations,
  type SchemaChange,
  SchemaRefusedError,
} from '../../src/schema/schema-history.ts';
import { createScratchDatabase, type Scratch } from '../scratch-database.ts';

const change = (statement: string, worksWith?: string): SchemaChange => ({
  up: async (db: Kysely<unknown>) => {
    await sql.raw(statement).execute(db);
  },
  ...(worksWith !== undefined && { worksWith }),
});

const table = { '001-au': change('create table au (id integer primary key)') };
const old: Migrations = { ...table, '002-name': change('alter table au add column name text') };
/** Adds a column. Code that does not know this migration still works. */
const expanded: Migrations = {
  ...old,
  '003-size': change('alter table au add column size bigint', '002-name'),
};
/** Removes a column. Only code that knows migration 003 still works. */
const contracted: Migrations = {
  ...expanded,
  '004-no-name': change('alter table au drop column name', '003-size'),
};

let scratch: Scratch;
beforeEach(async () => {
  scratch = await createScratchDatabase();
});
afterEach(() => scratch.end());

describe('a version on a schema that is newer than it', () => {
  it('works on one that says so, says it, and changes nothing', async () => {
    const database = scratch.open();
    await applyMigrations(database, expanded);
    const said: string[] = [];
    expect(await applyMigrations(database, old, { log: (sentence) => said.push(sentence) })).toEqual([]);
    expect(said).toEqual([
      "The database's schema is newer than this version, which can work on it: 003-size.",
    ]);
    await scratch.run("insert into au (id, name) values (1, 'old code')");
    expect(await applyMigrations(database, expanded)).toEqual([]);
    expect(await scratch.run('select * from au')).toEqual([{ id: 1, name: 'old code', size: null }]);
  });

  it('refuses one that took away what it needs, and says what to do', async () => {
    const database = scratch.open();
    await applyMigrations(database, contracted);
    const refused = applyMigrations(database, old);
    await expect(refused).rejects.toThrow(SchemaRefusedError);
    await expect(refused).rejects.toThrow(
      /'004-no-name' .* works only with versions that know '003-size'; the last one known here is '002-name'.* restore the backup/,
    );
    expect(await applyMigrations(database, expanded)).toEqual([]);
  });

  it('refuses what does not say whom it leaves working', async () => {
    const database = scratch.open();
    await applyMigrations(database, old);
    await expect(applyMigrations(database, table)).rejects.toThrow(
      "works only with versions that know '002-name'",
    );
  });

  it('refuses one of another line of versions', async () => {
    const database = scratch.open();
    await applyMigrations(database, { ...table, '001-other': change('select 1', '001-au') });
    await expect(applyMigrations(database, old)).rejects.toThrow(
      "'001-other' was run in it, where this version has",
    );
  });

  it('refuses one that lacks what this version would have run before', async () => {
    const database = scratch.open();
    await applyMigrations(database, { ...table, '003-size': change('select 1', '001-au') });
    await expect(applyMigrations(database, old)).rejects.toThrow(
      /'003-size' was run in it, where this version has '002-name'/,
    );
    expect(await scratch.run("select to_regclass('au') is not null as there")).toEqual([{ there: true }]);
  });
});

describe('the history of a schema', () => {
  it('refuses a migration that was altered after it ran, but not one that was laid out anew', async () => {
    const database = scratch.open();
    await applyMigrations(database, old);
    const laidOut = { ...table, '002-name': change('alter table au\n    add column name text') };
    expect(await applyMigrations(database, laidOut)).toEqual([]);
    const altered = { ...table, '002-name': change('alter table au add column name varchar(9)') };
    await expect(applyMigrations(database, altered)).rejects.toThrow(
      /'002-name' was run in this database as something other/,
    );
  });

  it('is kept for databases of versions that kept none', async () => {
    const database = scratch.open();
    await applyMigrations(database, expanded);
    await scratch.run('drop table kysely_schema_change');
    await expect(applyMigrations(database, old)).rejects.toThrow(
      "works only with versions that know '003-size'",
    );
    expect(await applyMigrations(database, expanded)).toEqual([]);
    expect(await applyMigrations(database, old)).toEqual([]);
  });

  it('knows nothing of a migration that failed, so that it may be mended', async () => {
    const database = scratch.open();
    const broken = { ...table, '002-name': change('alter table nothing add column name text') };
    await expect(applyMigrations(database, broken)).rejects.toThrow('Migration "002-name" failed');
    expect(await applyMigrations(database, old)).toEqual(['001-au', '002-name']);
  });

  it('leaves unjudged what asks the database what to do', async () => {
    const asks: SchemaChange = {
      up: async (db) => {
        const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db);
        await sql.raw(`create table t${rows[0]!.one} (id integer)`).execute(db);
      },
    };
    expect(await computeFingerprint(asks)).toBeNull();
    const database = scratch.open();
    expect(await applyMigrations(database, { '001-asks': asks })).toEqual(['001-asks']);
    expect(await applyMigrations(database, { '001-asks': asks })).toEqual([]);
  });
});
