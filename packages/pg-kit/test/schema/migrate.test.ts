import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Kysely, sql } from 'kysely';
import { withAdvisoryLock } from '../../src/database/advisory-lock.ts';
import { applyMigrations } from '../../src/schema/migrate.ts';
import { createScratchDatabase, type Scratch } from '../scratch-database.ts';

let scratch: Scratch;
beforeEach(async () => {
  scratch = await createScratchDatabase();
});
afterEach(() => scratch.end());

const migrations = {
  '001-au': { up: (db: Kysely<unknown>) => db.schema.createTable('au').addColumn('id', 'integer').execute() },
  '002-fill': {
    up: async (db: Kysely<unknown>) => {
      await sql`select pg_sleep(0.2)`.execute(db);
      await sql`insert into au values (1)`.execute(db);
    },
  },
};

describe('migrate', () => {
  it('runs each migration once when four replicas start at once', async () => {
    const replicas = [1, 2, 3, 4].map(() => scratch.open({ poolSize: 1 }));
    const ran = await Promise.all(replicas.map((replica) => applyMigrations(replica, migrations)));
    expect(ran.filter((names) => names.length > 0)).toEqual([['001-au', '002-fill']]);
    expect(await scratch.run('select id from au')).toEqual([{ id: 1 }]);
  });

  it('says what it waits for, and what it did', async () => {
    const said: string[] = [];
    const other = scratch.open();
    const { promise: free, resolve: release } = Promise.withResolvers<void>();
    const { promise: taken, resolve: onTaken } = Promise.withResolvers<void>();
    const holder = withAdvisoryLock(other.pool, 'migrate kysely', () => {
      onTaken();
      return free;
    });
    await taken;
    await applyMigrations(scratch.open(), migrations, {
      log: (sentence) => {
        said.push(sentence);
        release();
      },
    });
    await holder;
    expect(said).toEqual([
      "Waiting for another replica to bring the database's schema up to date (0 s).",
      "Brought the database's schema up to date: 001-au, 002-fill.",
    ]);
  });

  it('adds only what is new, and is not bound by the statement timeout', async () => {
    const database = scratch.open({ statementTimeoutMs: 50 });
    await applyMigrations(database, { '001-au': migrations['001-au'] });
    expect(await applyMigrations(database, migrations)).toEqual(['002-fill']);
    expect(await applyMigrations(database, migrations)).toEqual([]);
  });

  it('is all or nothing, and names the migration that failed', async () => {
    const broken = {
      ...migrations,
      '003-broken': { up: (db: Kysely<unknown>) => sql`select nothing`.execute(db).then(() => undefined) },
    };
    await expect(applyMigrations(scratch.open(), broken)).rejects.toThrow(
      /Migration "003-broken" failed: .*nothing/,
    );
    expect(await scratch.run("select to_regclass('au') as au")).toEqual([{ au: null }]);
    expect(await applyMigrations(scratch.open(), migrations)).toEqual(['001-au', '002-fill']);
  });

  it('keeps the migrations of two owners in one database apart', async () => {
    const database = scratch.open();
    const others = {
      '001-other': {
        up: (db: Kysely<unknown>) => db.schema.createTable('other').addColumn('id', 'integer').execute(),
      },
    };
    await Promise.all([
      applyMigrations(database, migrations, { owner: 'one' }),
      applyMigrations(database, others, { owner: 'two' }),
    ]);
    expect(await applyMigrations(database, migrations, { owner: 'one' })).toEqual([]);
    expect(await applyMigrations(database, others, { owner: 'two' })).toEqual([]);
  });
});
