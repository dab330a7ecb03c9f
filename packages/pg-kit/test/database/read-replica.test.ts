// Chooses between replica and primary. In these tests one server is both; the replay tests use a real standby.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rethrowTyped } from '../../src/connections/errors.ts';
import type { Database } from '../../src/database/database.ts';
import { openReadReplica, type ReplicaReadOutcome } from '../../src/database/read-replica.ts';
import { createScratchDatabase, type Scratch } from '../scratch-database.ts';

let scratch: Scratch;
let other: Scratch;
let primary: Database<Record<string, never>>;
beforeAll(async () => {
  [scratch, other] = await Promise.all([createScratchDatabase(), createScratchDatabase()]);
  primary = scratch.open();
});
afterAll(() => Promise.all([scratch.end(), other.end()]));

describe('openReadReplica', () => {
  it('asks the primary until the replica was looked at, and then the replica', async () => {
    const { replica, asked, outcomes } = watched(scratch.open());
    await asked('select 1');
    expect(replica.whyNot).toEqual({ words: 'has not been looked at yet' });
    await replica.look();
    await asked('select 1');
    expect([replica.whyNot, replica.isPrimary]).toEqual([undefined, true]);
    expect(outcomes).toEqual(['primary', 'answered']);
  });

  it('asks the primary when the last look is too long ago', async () => {
    const { replica, asked, outcomes, clock } = watched(scratch.open());
    await replica.look();
    clock.nowMs += 10_000;
    expect([replica.lagMs, replica.whyNot]).toEqual([10_000, undefined]);
    clock.nowMs += 1;
    await asked('select 1');
    expect(replica.whyNot).toEqual({ words: 'is more than 10 s behind' });
    await replica.look();
    expect([replica.lagMs, replica.whyNot]).toEqual([0, undefined]);
    expect(outcomes).toEqual(['primary']);
  });

  it('does not take another database for a copy', async () => {
    const { replica, asked, outcomes } = watched(other.open());
    await replica.look();
    await asked('select 1');
    expect([replica.whyNot, outcomes]).toEqual([{ words: 'is no copy of the primary' }, ['primary']]);
  });

  it('does not ask one that cannot be read', async () => {
    const { replica } = watched(scratch.open(), async () => 'has no tables');
    await replica.look();
    expect(replica.whyNot).toEqual({ words: 'has no tables' });
  });

  it.each([
    ['conflicts with what is replayed', '40001'],
    ['deadlocks with it', '40P01'],
    ['is ended', '57P01'],
    ['does not have a column yet', '42703'],
  ])('asks the primary for what %s at the replica', async (_what, state) => {
    const { replica, asked, outcomes } = watched(scratch.open());
    await replica.look();
    expect(await asked(`do $$ begin raise exception 'no' using errcode = '${state}'; end $$`)).toBe(
      'primary',
    );
    expect(outcomes).toEqual(['repeated']);
  });

  it('repeats nothing that would fail at the primary as well', async () => {
    const { replica, asked, outcomes } = watched(scratch.open());
    await replica.look();
    await expect(asked('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
    expect(outcomes).toEqual([]);
  });

  it('asks the primary at once when the replica is gone, and says why from then on', async () => {
    const database = scratch.open();
    const { replica, asked, outcomes } = watched(database);
    await replica.look();
    await database.close();
    expect(await asked('select 1')).toBe('primary');
    await replica.look();
    expect(replica.whyNot).toMatchObject({ words: 'cannot be reached', error: expect.anything() });
    expect(await asked('select 1')).toBe('primary');
    expect(outcomes).toEqual(['repeated', 'primary']);
  });
});

function watched(
  database: Database<Record<string, never>>,
  whyUnfit: () => Promise<string | undefined> = async () => undefined,
) {
  const outcomes: ReplicaReadOutcome[] = [];
  const clock = { nowMs: 1_000 };
  const replica = openReadReplica({
    primary,
    replica: database,
    maxLagMs: 10_000,
    whyUnfit,
    onRead: (outcome) => outcomes.push(outcome),
    nowMs: () => clock.nowMs,
  });
  const asked = (sql: string) =>
    replica.read(
      async () => {
        await database.pool.query(sql).catch(rethrowTyped);
        return 'replica';
      },
      async () => 'primary',
    );
  return { replica, asked, outcomes, clock };
}
