import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DatabaseUnavailableError } from '../../src/connections/errors.ts';
import { computeAdvisoryLockKey, tryHoldLock, withAdvisoryLock } from '../../src/database/advisory-lock.ts';
import type { Database } from '../../src/database/database.ts';
import { createScratchDatabase, type Scratch } from '../scratch-database.ts';

let scratch: Scratch;
let one: Database<Record<string, never>>;
let other: Database<Record<string, never>>;
beforeAll(async () => {
  scratch = await createScratchDatabase();
  one = scratch.open({ poolSize: 2 });
  other = scratch.open({ poolSize: 2 });
});
afterAll(() => scratch.end());

it('tryHoldLock holds the lock in one replica until its connection closes', async () => {
  const leader = scratch.open({ poolSize: 2 });
  const hold = ({ checkPool }: Database<Record<string, never>>) => tryHoldLock(checkPool, 'leader');
  expect([await hold(leader), await hold(other), await hold(leader)]).toEqual([true, false, true]);
  await leader.close();
  // Tries again, because the server releases the lock only when it notices the end of the connection.
  while (!(await hold(other))) await sleep(10);
  expect(await hold(one)).toBe(false);
});

describe('withAdvisoryLock', () => {
  it('lets one in at a time, in whatever replica', async () => {
    let inside = 0;
    let most = 0;
    const work = async () => {
      inside++;
      most = Math.max(most, inside);
      await scratch.run('select pg_sleep(0.02)');
      inside--;
    };
    const pools = [one, other, one, other, one];
    await Promise.all(pools.map(({ pool }) => withAdvisoryLock(pool, 'sweep', work, { pollMs: 5 })));
    expect(most).toBe(1);
    expect([one.pool, other.pool].map((pool) => pool.totalCount - pool.idleCount)).toEqual([0, 0]);
  });

  it('holds one connection, and waiting holds none', async () => {
    const { promise: waiting, resolve: onWait } = Promise.withResolvers<void>();
    let later: Promise<unknown> | undefined;
    await withAdvisoryLock(one.pool, 'sweep', async () => {
      expect(one.pool.totalCount - one.pool.idleCount).toBe(1);
      later = withAdvisoryLock(other.pool, 'sweep', async () => 'then', {
        pollMs: 5,
        onWait: () => onWait(),
      });
      await waiting;
      expect(other.pool.idleCount).toBe(other.pool.totalCount);
    });
    expect(await later).toEqual({ acquired: true, result: 'then' });
  });

  it('leaves two connections of a pool free, so that holders of locks can query', async () => {
    const { pool, close } = scratch.open({ poolSize: 4 });
    const { promise: started, resolve: onWait } = Promise.withResolvers<void>();
    const query = async () => (await pool.query<{ one: number }>('select 1 as one')).rows[0]!.one;
    const names = ['compaction', 'fixity', 'purge', 'search'];
    const results = names.map((name) =>
      withAdvisoryLock(pool, name, () => started.then(query), { pollMs: 5, onWait: () => onWait() }),
    );
    await started;
    expect(await withAdvisoryLock(pool, 'sixth', query, { wait: false })).toEqual({ acquired: false });
    expect(await Promise.all(results)).toEqual(names.map(() => ({ acquired: true, result: 1 })));
    await close();
  });

  it('gives up at once when told not to wait, or when aborted', async () => {
    await withAdvisoryLock(one.pool, 'sweep', async () => {
      const never = () => Promise.reject(new Error('ran'));
      expect(await withAdvisoryLock(other.pool, 'sweep', never, { wait: false })).toEqual({
        acquired: false,
      });
      expect(await withAdvisoryLock(other.pool, 'fixity', async () => 1, { wait: false })).toEqual({
        acquired: true,
        result: 1,
      });
      const signal = AbortSignal.timeout(20);
      await expect(withAdvisoryLock(other.pool, 'sweep', never, { signal })).rejects.toThrow('aborted');
    });
  });

  it('is free again after the work failed', async () => {
    await expect(
      withAdvisoryLock(one.pool, 'sweep', () => Promise.reject(new Error('broken'))),
    ).rejects.toThrow('broken');
    expect(await withAdvisoryLock(other.pool, 'sweep', async () => 1, { wait: false })).toEqual({
      acquired: true,
      result: 1,
    });
  });

  it('tells the work when the lock is lost with its connection', async () => {
    const work = (signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve());
        void scratch.run(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
          and database = (select oid from pg_database where datname = current_database())`);
      });
    await expect(withAdvisoryLock(one.pool, 'sweep', work)).rejects.toThrow(DatabaseUnavailableError);
    expect(await withAdvisoryLock(other.pool, 'sweep', async () => 1)).toEqual({ acquired: true, result: 1 });
  });

  it('has a number for each name', () => {
    expect(computeAdvisoryLockKey('sweep')).not.toBe(computeAdvisoryLockKey('fixity'));
    expect(BigInt.asIntN(64, computeAdvisoryLockKey('sweep'))).toBe(computeAdvisoryLockKey('sweep'));
  });
});
