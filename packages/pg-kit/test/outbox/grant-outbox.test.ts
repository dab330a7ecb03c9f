// The bridge's account gets access to the outbox of a service's database, and to nothing else.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../../src/database/database.ts';
import { grantOutbox } from '../../src/outbox/grant-outbox.ts';
import { buildBridgeRecordCall } from '../../src/outbox/keep-for-bridge.ts';
import { openOutbox } from '../../src/outbox/outbox.ts';
import { makeOutboxStatements } from '../../src/outbox/outbox-statements.ts';
import { createScratchDatabase, type Scratch } from '../scratch-database.ts';

/** Owner that no other test uses, because all databases of the server share their roles. */
const OWNER = 'granted';
const ROLE = `${OWNER}_bridge`;

let scratch: Scratch;
let database: Database<Record<string, never>>;
let bridge: pg.Pool | undefined;

beforeEach(async () => {
  scratch = await createScratchDatabase();
  database = scratch.open();
  for (const statement of makeOutboxStatements(OWNER)) await database.pool.query(statement);
  await database.pool.query('create table artifact (uuid text); insert into artifact values (1)');
});
afterEach(async () => {
  await bridge?.end();
  bridge = undefined;
  await database.pool.query(`drop owned by ${ROLE}`).catch(() => undefined);
  await scratch.end();
});

async function openAsBridge(): Promise<pg.Pool> {
  await database.pool
    .query(`create role ${ROLE} login password 'a password'`)
    .catch((error: { code?: string }) => expect(error.code).toBe('42710'));
  const { rows } = await database.pool.query<{ name: string }>('select current_database() as name');
  const url = new URL(scratch.url);
  [url.username, url.password, url.pathname] = [ROLE, 'a password', `/${rows[0]!.name}`];
  bridge = new pg.Pool({ connectionString: url.href });
  return bridge;
}

describe("the bridge's account", () => {
  it('is given nothing where there is none, nor twice', async () => {
    await database.pool.query(`drop role if exists ${ROLE}`);
    expect(await grantOutbox(database, OWNER)).toBe(false);
    await openAsBridge();
    const many = await Promise.all([1, 2, 3].map(() => grantOutbox(database, OWNER)));
    expect(many).toContain(true);
    expect(await grantOutbox(database, OWNER)).toBe(false);
  });

  it('can do all that a bridge does', async () => {
    const pool = await openAsBridge();
    await grantOutbox(database, OWNER);
    const outbox = openOutbox(pool, OWNER);
    await outbox.register({ keepForMs: 60_000, keepRows: 1_000 });
    await sql`select ${buildBridgeRecordCall(OWNER, ['1', '2'])}`.execute(database.kysely);
    const changes = await outbox.read(10, 1_000);
    expect(changes.map(({ change }) => change)).toEqual([1, 2]);
    expect(await outbox.openTransactions()).toEqual([]);
    expect(await outbox.acknowledge([changes[0]!.id])).toBe(false);
    expect(Number((await outbox.state()).rows)).toBe(1);
    expect(await outbox.register({ keepForMs: 60_000, keepRows: 1_000 })).toMatchObject({ hasGap: false });
    expect(Number(await outbox.forget())).toBe(1);
  });

  it('can do nothing else', async () => {
    const pool = await openAsBridge();
    await grantOutbox(database, OWNER);
    for (const statement of [
      'select * from artifact',
      'insert into artifact values (2)',
      'update artifact set uuid = null',
      'delete from artifact',
      'truncate artifact',
      'drop table artifact',
      'create table mine (id int)',
      `insert into ${OWNER}_change (change) values ('{}')`,
      `update ${OWNER}_change set change = '{}'`,
      `truncate ${OWNER}_change`,
      `alter table ${OWNER}_bridge add column x int`,
      `select setval('${OWNER}_change_id_seq', 1)`,
      `create role other`,
    ])
      await expect(pool.query(statement).then(() => statement)).rejects.toMatchObject({
        code: expect.stringMatching(/^42501$/),
      });
    // The account must have access to only these relations.
    const { rows } = await pool.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p') and has_table_privilege(oid, 'select')`,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual([`${OWNER}_bridge`, `${OWNER}_change`]);
  });
});
