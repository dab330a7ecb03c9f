import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type { Database } from '../../src/database/database.ts';
import { buildBridgeInsert, buildBridgeRecordCall } from '../../src/outbox/keep-for-bridge.ts';
import { type Outbox, openOutbox } from '../../src/outbox/outbox.ts';
import { makeOutboxStatements } from '../../src/outbox/outbox-statements.ts';
import { createScratchDatabase, type Scratch } from '../scratch-database.ts';

let scratch: Scratch;
let database: Database<Record<string, never>>;
let outbox: Outbox;
const limits = { keepForMs: 60_000, keepRows: 1_000 };

beforeEach(async () => {
  scratch = await createScratchDatabase();
  database = scratch.open();
  for (const statement of makeOutboxStatements('node')) await database.pool.query(statement);
  outbox = openOutbox(database.pool, 'node');
});
afterEach(() => scratch.end());

async function change(...numbers: number[]): Promise<void> {
  await sql`select ${buildBridgeRecordCall('node', numbers.map(String))}`.execute(database.kysely);
}
const readChanges = async (rows = 100, bytes = 1_000) =>
  (await outbox.read(rows, bytes)).map((one) => one.change);

describe('the outbox of a bridge', () => {
  it('is left empty before there is one', async () => {
    await change(1);
    expect(await readChanges()).toEqual([]);
    expect(await outbox.register(limits)).toMatchObject({ hasGap: true });
    await change(3, 2);
    expect(await readChanges()).toEqual([3, 2]);
    expect(await outbox.register(limits)).toMatchObject({ hasGap: false });
  });

  it('is left what a query gives, in the order of its numbers', async () => {
    await outbox.register(limits);
    const given = sql`select to_json(n) as change, -n as number from generate_series(1, 3) n`;
    await sql`with kept as (${buildBridgeInsert('node', given)}) select`.execute(database.kysely);
    expect(await readChanges()).toEqual([3, 2, 1]);
  });

  it('knows who has changed something before there was a bridge, until they are done', async () => {
    const [changed, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const early = database.kysely.transaction().execute(async (tx) => {
      await sql`select ${buildBridgeRecordCall('node', ['1'])}`.execute(tx);
      changed.resolve();
      await mayEnd.promise;
    });
    await changed.promise;
    await outbox.register(limits);
    const open = await outbox.openTransactions();
    expect(open).toHaveLength(1);
    expect(await outbox.openTransactions(open)).toEqual(open);
    mayEnd.resolve();
    await early;
    expect(await outbox.openTransactions(open)).toEqual([]);
    expect(await readChanges()).toEqual([]);
  });

  it('keeps what was not acknowledged, in order, and forgets the rest', async () => {
    const { epoch } = await outbox.register(limits);
    await change(1, 2);
    await change(3);
    const [first] = await outbox.read(1, 1_000);
    expect(await outbox.acknowledge([first!.id])).toBe(false);
    expect(await readChanges()).toEqual([2, 3]);
    expect(await outbox.state()).toMatchObject({ rows: 2 });
    expect((await outbox.register(limits)).epoch).toBe(epoch);
  });

  it('is read in pieces, of one change at least', async () => {
    await outbox.register(limits);
    await change(1_111, 2_222, 3_333);
    expect(await readChanges(100, 8)).toEqual([1_111, 2_222]);
    expect(await readChanges(100, 1)).toEqual([1_111]);
    expect(await readChanges(2, 1_000)).toEqual([1_111, 2_222]);
  });

  it('takes no more than it may hold, and says that something was left out', async () => {
    await outbox.register({ ...limits, keepRows: 2 });
    await change(1, 2, 3);
    await change(4);
    const kept = await outbox.read(100, 1_000);
    expect(kept.map((one) => one.change)).toEqual([1, 2, 3]);
    expect(await outbox.acknowledge(kept.map(({ id }) => id))).toBe(true);
    await change(5);
    expect(await readChanges()).toEqual([5]);
    expect(await outbox.acknowledge([])).toBe(false);
  });

  it('takes nothing for a bridge that has long been away, which then knows it', async () => {
    await outbox.register({ ...limits, keepForMs: 1 });
    await sql`select pg_sleep(0.01)`.execute(database.kysely);
    await change(1);
    expect(await readChanges()).toEqual([]);
    expect(await outbox.register(limits)).toMatchObject({ hasGap: true });
    await change(2);
    expect(await readChanges()).toEqual([2]);
  });

  it('is not left anything by a transaction that is rolled back', async () => {
    await outbox.register(limits);
    const given = sql`select to_json(1) as change, 1 as number`;
    const failing = database.kysely.transaction().execute(async (tx) => {
      await buildBridgeInsert('node', given).execute(tx);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await readChanges()).toEqual([]);
  });

  it('is forgotten with all that was kept, which a bridge at work notices', async () => {
    const { epoch } = await outbox.register(limits);
    await change(1, 2);
    expect(await outbox.forget()).toBe(2);
    await change(3);
    expect(await readChanges()).toEqual([]);
    await expect(outbox.acknowledge([])).rejects.toThrow(/registration/);
    expect((await outbox.register(limits)).epoch).not.toBe(epoch);
  });

  it('wakes whoever listens', async () => {
    await outbox.register(limits);
    const stop = new AbortController();
    let calls = 0;
    let notified = Promise.withResolvers<void>();
    const listening = outbox.listen(() => {
      calls += 1;
      notified.resolve();
    }, stop.signal);
    await notified.promise;
    notified = Promise.withResolvers<void>();
    await change(1, 2);
    await notified.promise;
    expect(calls).toBe(2);
    stop.abort();
    await listening;
  });
});
