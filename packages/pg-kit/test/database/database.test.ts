import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { DatabaseUnavailableError } from '../../src/connections/errors.ts';
import { UnsafeIntegerError } from '../../src/connections/value-types.ts';
import { checkDatabase, openDatabase } from '../../src/database/database.ts';
import { createScratchDatabase, type Scratch } from '../scratch-database.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await createScratchDatabase();
  await scratch.run('create table kept (n bigint)');
});
afterAll(() => scratch.end());

describe('openDatabase', () => {
  it('tells PostgreSQL its name and its limits', async () => {
    const { kysely } = scratch.open({ applicationName: 'repository', statementTimeoutMs: 1_234 });
    const { rows } = await sql`select current_setting('application_name') as name,
      current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle,
      current_setting('client_connection_check_interval') as gone`.execute(kysely);
    expect(rows).toEqual([{ name: 'repository', statement: '1234ms', idle: '1min', gone: '10s' }]);
  });

  it('sends only parameters in the startup message that poolers such as PgBouncer accept', async () => {
    const { promise: names, resolve } = Promise.withResolvers<string[]>();
    const server = createServer((socket) =>
      socket.once('data', (startup) => {
        // Length and protocol version, 4 bytes each; then names and values, each ended by NUL.
        const texts = startup.subarray(8).toString().split('\0');
        resolve(texts.filter((text, at) => at % 2 === 0 && text !== ''));
        socket.destroy();
      }),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const url = `postgres://user:password@127.0.0.1:${port}/database`;
    const { pool, close } = scratch.open({ url });
    await expect(pool.query('select 1')).rejects.toThrow();
    expect((await names).sort()).toEqual(['application_name', 'client_encoding', 'database', 'user']);
    await close();
    server.close();
  });

  it('closes idle connections, apart from a few', async () => {
    const { pool } = scratch.open({ poolSize: 5, keptConnections: 2, idleTimeoutMs: 50 });
    const clients = await Promise.all(Array.from({ length: 5 }, () => pool.connect()));
    for (const client of clients) client.release();
    expect(pool.totalCount).toBe(5);
    while (pool.totalCount > 2) await once(pool, 'remove');
    expect(pool.totalCount).toBe(2);
    await pool.query('select 1');
  });

  it('reads bigint as numbers, and refuses those a number cannot hold', async () => {
    const { kysely } = scratch.open();
    const safe =
      await sql`select 9007199254740991 as n, '{1,NULL,-3}'::bigint[] as list, '{}'::bigint[] as none`.execute(
        kysely,
      );
    expect(safe.rows).toEqual([{ n: 9007199254740991, list: [1, null, -3], none: [] }]);
    await expect(sql`select 9007199254740992 as n`.execute(kysely)).rejects.toThrow(UnsafeIntegerError);
    await expect(sql`select '{9007199254740993}'::bigint[] as n`.execute(kysely)).rejects.toThrow(
      UnsafeIntegerError,
    );
    expect((await sql`select 1::bigint as n`.execute(kysely)).rows).toEqual([{ n: 1 }]);
  });

  it('streams through Kysely as well, with the same refusal', async () => {
    const database = scratch.open({ poolSize: 1 });
    const { kysely } = database;
    const seen: unknown[] = [];
    for await (const row of kysely.selectNoFrom(sql<number>`generate_series(1, 5)`.as('n')).stream(2))
      seen.push(row.n);
    expect(seen).toEqual([1, 2, 3, 4, 5]);
    const unsafe = async () => {
      for await (const row of kysely.selectNoFrom(sql<number>`9007199254740992`.as('n')).stream(2))
        seen.push(row);
    };
    await expect(unsafe()).rejects.toThrow(UnsafeIntegerError);
    await expect(checkDatabase(database)).resolves.toBeUndefined();
  });

  it('has PostgreSQL end a statement that takes too long', async () => {
    const { kysely } = scratch.open({ statementTimeoutMs: 50 });
    await expect(sql`select pg_sleep(30)`.execute(kysely)).rejects.toMatchObject({ code: '57014' });
    expect((await sql`select 1 as n`.execute(kysely)).rows).toEqual([{ n: 1 }]);
  });

  it('rejects with DatabaseUnavailableError when no connection is free in time', async () => {
    const { kysely, pool } = scratch.open({ poolSize: 1, connectTimeoutMs: 500 });
    const client = await pool.connect();
    await expect(sql`select 1`.execute(kysely)).rejects.toThrow(DatabaseUnavailableError);
    client.release();
    await expect(sql`select 1`.execute(kysely)).resolves.toBeDefined();
  });

  it('can be checked while every connection of the pool is in use', async () => {
    const database = scratch.open({ poolSize: 1, connectTimeoutMs: 60_000 });
    const client = await database.pool.connect();
    await expect(checkDatabase(database)).resolves.toBeUndefined();
    client.release();
  });

  it('lets a share have so many of its connections and no more, in order, and leaves the rest to others', async () => {
    const database = scratch.open({ poolSize: 3 });
    const share = database.share(2);
    const held = [await share.pool.connect(), await share.pool.connect()];
    const order: string[] = [];
    const waiting = ['first', 'second'].map(async (name) => {
      await sql`select 1`.execute(share.kysely);
      order.push(name);
    });
    await sql`select 1`.execute(database.kysely);
    expect(order).toEqual([]);
    expect(database.pool.totalCount).toBe(3);
    // With one free connection, the requests run in order. With two free connections, both would run at the same time.
    held[0]!.release();
    await Promise.all(waiting);
    expect(order).toEqual(['first', 'second']);
    held[1]!.release();
  });

  it('gives a turn in a share back whatever becomes of it, and ends waiting for one', async () => {
    const database = scratch.open({ poolSize: 2, statementTimeoutMs: 20 });
    const share = database.share(1, 50);
    await expect(sql`select pg_sleep(30)`.execute(share.kysely)).rejects.toMatchObject({ code: '57014' });
    const client = await share.pool.connect();
    await expect(sql`select 1`.execute(share.kysely)).rejects.toThrow(DatabaseUnavailableError);
    client.release(true);
    expect((await sql`select 1 as n`.execute(share.kysely)).rows).toEqual([{ n: 1 }]);
  });

  it('rejects with DatabaseUnavailableError where nobody listens, and a reason where the name is wrong', async () => {
    const nowhere = openDatabase({
      url: 'postgres://u:p@127.0.0.1:1/x',
      applicationName: 'test',
      onError: fail,
    });
    await expect(checkDatabase(nowhere)).rejects.toThrow(DatabaseUnavailableError);
    await expect(sql`select 1`.execute(nowhere.kysely)).rejects.toThrow(DatabaseUnavailableError);
    await nowhere.close();
    const missing = scratch.open({ url: `${scratch.url}_missing` });
    await expect(checkDatabase(missing)).rejects.toThrow(/database ".*_missing" does not exist/);
  });

  it('outlives connections that break while idle, at work, and within a transaction', async () => {
    const database = scratch.open({ poolSize: 3 });
    const { kysely } = database;
    const transaction = await kysely.startTransaction().execute();
    await sql`insert into kept values (1)`.execute(transaction);
    const atWork = sql`select pg_sleep(30)`.execute(kysely).catch((error: unknown) => error);
    await sql`select 1`.execute(kysely);
    while ((await sessions()) < 3) await scratch.run('select pg_sleep(0.01)');
    await scratch.run(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'test' and datname = current_database()`);
    expect(await atWork).toBeInstanceOf(DatabaseUnavailableError);
    await expect(sql`select 1`.execute(transaction)).rejects.toThrow(DatabaseUnavailableError);
    await transaction
      .rollback()
      .execute()
      .catch(() => undefined);
    await checkDatabase(database).catch(() => checkDatabase(database));
    expect((await sql`select n from kept`.execute(kysely)).rows).toEqual([]);
    expect(scratch.errors.map(({ message }) => message)).toContain(
      'terminating connection due to administrator command',
    );
  });

  it('closes though a connection is never given back', async () => {
    const database = scratch.open();
    const client = await database.pool.connect();
    const stuck = client.query('select pg_sleep(30)').catch((error: Error) => error.message);
    await Promise.all([database.close(50), database.close(50)]);
    expect(await stuck).toContain('Connection terminated');
    await expect(sql`select 1`.execute(database.kysely)).rejects.toThrow();
  });
});

async function sessions(): Promise<number> {
  const [row] = await scratch.run(`select count(*)::int as n from pg_stat_activity
    where application_name = 'test' and datname = current_database()`);
  return row!.n as number;
}

function fail(error: Error): never {
  throw error;
}
