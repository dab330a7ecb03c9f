import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { DatabaseUnavailableError, findSqlState } from '../../src/connections/errors.ts';
import { checkDatabase } from '../../src/database/database.ts';
import { createScratchDatabase, type Scratch } from '../scratch-database.ts';
import { streamRows } from '../stream-rows.ts';

// Proxy in front of PostgreSQL. It refuses new sessions as PostgreSQL does when its disk is full.
let scratch: Scratch;
let door: Server;
let url: string;
let isFull = false;
let refused = 0;
beforeAll(async () => {
  scratch = await createScratchDatabase();
  const real = new URL(scratch.url);
  door = createServer((client) => (isFull ? refuse(client) : pass(client, real)));
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  const { port } = door.address() as { port: number };
  url = Object.assign(new URL(scratch.url), { hostname: '127.0.0.1', port: String(port) }).href;
});
afterAll(async () => {
  await scratch.end();
  door.close();
});

describe('where PostgreSQL can open no session, because its disk is full', () => {
  it('what is asked waits for a session that is open, however it is asked', async () => {
    const { kysely, pool, share } = scratch.open({ url });
    const held = await pool.connect();
    isFull = true;
    const asked = [
      sql<{ n: number }>`select 1 as n`.execute(kysely).then(({ rows }) => rows),
      sql<{ n: number }>`select 2 as n`.execute(share(1).kysely).then(({ rows }) => rows),
      pool.query('select 3 as n').then(({ rows }) => rows),
      listed(streamRows<{ n: number }>(pool, { text: 'select 4 as n' })),
    ];
    while (refused < asked.length) await new Promise(setImmediate);
    held.release();
    expect(await Promise.all(asked)).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }], [{ n: 4 }]]);
    expect(pool.totalCount).toBe(1);
  });

  it('goes on with a new one when there is room again, and else ends within the time for any connection', async () => {
    const { kysely } = scratch.open({ url });
    isFull = true;
    const [before, waiting] = [refused, sql`select 1`.execute(kysely)];
    while (refused === before) await new Promise(setImmediate);
    isFull = false;
    await expect(waiting).resolves.toBeDefined();
    isFull = true;
    const inVain = scratch.open({ url, connectTimeoutMs: 100 });
    const error = await sql`select 1`.execute(inVain.kysely).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DatabaseUnavailableError);
    expect(findSqlState(error)).toBe('53100');
  });

  it('some of those that nobody uses stay open, and suffice', async () => {
    isFull = false;
    const database = scratch.open({ url, poolSize: 5, idleTimeoutMs: 20 });
    const clients = await Promise.all(Array.from({ length: 5 }, () => database.pool.connect()));
    await checkDatabase(database);
    for (const client of clients) client.release();
    while (database.pool.totalCount > 2) await once(database.pool, 'remove');
    isFull = true;
    const asked = clients.map(() => sql`select 1`.execute(database.kysely));
    await expect(Promise.all([checkDatabase(database), ...asked])).resolves.toHaveLength(6);
    expect([database.pool.totalCount, database.checkPool.totalCount]).toEqual([2, 1]);
  });

  it('a statement that finds no room leaves its session open', async () => {
    isFull = false;
    const { kysely, pool } = scratch.open({ url });
    const full = sql`do $$ begin raise disk_full; end $$`.execute(kysely);
    await expect(full).rejects.toThrow(DatabaseUnavailableError);
    expect(pool.idleCount).toBe(1);
  });
});

async function listed<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const list: Row[] = [];
  for await (const row of rows) list.push(row);
  return list;
}

function pass(client: Socket, { hostname, port }: URL): void {
  const server = connect(Number(port || 5432), hostname);
  for (const [from, to] of [[client, server] as const, [server, client] as const]) {
    from.pipe(to);
    from.on('error', () => to.destroy());
  }
}

/** Answers the startup message of a session with a fatal error. */
function refuse(client: Socket): void {
  client.on('error', () => undefined);
  client.once('data', () => {
    refused += 1;
    const fields = ['SFATAL', 'VFATAL', 'C53100', 'Mcould not write init file: No space left on device', ''];
    const body = Buffer.from(fields.map((field) => `${field}\0`).join(''));
    const head = Buffer.from('E____');
    head.writeInt32BE(body.length + 4, 1);
    client.end(Buffer.concat([head, body]));
  });
}
