import { describe, expect, it } from '@jest/globals';
import { toPostgresLocation } from '../../src/health/explain-failure.ts';
import { createHealth } from '../../src/health/health.ts';

const quick = { intervalMs: 1, timeoutMs: 20 };
const failing = async (): Promise<never> => Promise.reject(new Error('no'));

describe('health', () => {
  it('is ready when the service says that it has started and every check passes', async () => {
    let nowMs = 5;
    const health = createHealth({ ...quick, now: () => nowMs, checks: { database: async () => undefined } });
    expect(health).toMatchObject({
      ready: false,
      readyTime: undefined,
      started: false,
      startupStatus: 'NONE',
    });
    expect(health.reason).toBe('the database has not been reached yet');
    health.start();
    await waitFor(() => (health.reason === 'the service is starting' ? true : undefined));
    nowMs = 7;
    health.set({ ready: true, startupStatus: 'AUS_STARTED' });
    expect(health).toMatchObject({ ready: true, readyTime: 7, started: true, startupStatus: 'AUS_STARTED' });
    expect(health.reason).toBeUndefined();
    health.stop();
  });

  it('names everything that is missing', async () => {
    const health = createHealth({ checks: { database: failing, 'object store': failing } });
    health.set({ reason: 'migrations are running' });
    expect(health.reason).toBe(
      'the database has not been reached yet; the object store has not been reached yet; migrations are running',
    );
  });

  it('gives up a dependency after some failures in a row, and takes it back at its first success', async () => {
    let works = true;
    const readyAtFailure: boolean[] = [];
    const check = async (): Promise<void> => {
      if (works) return;
      readyAtFailure.push(health.ready);
      throw new Error('gone');
    };
    const health = createHealth({ ...quick, failureThreshold: 3, checks: { database: check } });
    health.set({ ready: true });
    health.start();
    await waitFor(() => health.ready || undefined);
    works = false;
    await waitFor(() => !health.ready || undefined);
    // Readiness after each failed check. Only the third failure changes it.
    expect(readyAtFailure.slice(0, 3)).toEqual([true, true, true]);
    expect(readyAtFailure.slice(3)).not.toContain(true);
    expect(health.reason).toBe('the database cannot be reached');
    expect(health.started).toBe(true);
    works = true;
    await waitFor(() => health.ready || undefined);
    health.stop();
  });

  it('takes a check that does not answer for a failed one, and tells it to stop', async () => {
    let isNotified = false;
    const check = (signal: AbortSignal): Promise<void> => {
      signal.addEventListener('abort', () => {
        isNotified = true;
      });
      return new Promise(() => undefined);
    };
    const health = createHealth({ ...quick, failureThreshold: 1, checks: { database: check } });
    health.set({ ready: true });
    health.start();
    await waitFor(() => isNotified || undefined);
    expect(health.ready).toBe(false);
    health.stop();
  });

  it('says why and by which setting to all, and where to operators', async () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 10.1.2.3:5432'), { code: 'ECONNREFUSED' });
    const unknown = new Error('it said no');
    const health = createHealth({
      ...quick,
      checks: {
        database: () => Promise.reject(new Error('wrapped', { cause: refused })),
        'object store': () => Promise.reject(unknown),
      },
      places: {
        database: toPostgresLocation('postgres://user:hunter2@10.1.2.3/name'),
        'object store': { words: 'the bucket b at http://10.1.2.4', setting: 'S3_ENDPOINT' },
      },
    });
    health.start();
    await waitFor(() => (health.reason?.includes('yet') ? undefined : true));
    health.set({ ready: true });
    expect(health.reason).toBe(
      'the database, which DATABASE_URL names, cannot be reached (connection refused); ' +
        'the object store, which S3_ENDPOINT names, cannot be reached',
    );
    expect(health.reasonInFull).toBe(
      'cannot reach PostgreSQL at 10.1.2.3:5432 (connection refused); DATABASE_URL names it; ' +
        'cannot reach the bucket b at http://10.1.2.4 (it said no); S3_ENDPOINT names it',
    );
    health.stop();
  });

  it('keeps a note of the service while it is ready', () => {
    const health = createHealth();
    health.set({ ready: true, reason: 'the plugin X could not be loaded' });
    expect(health).toMatchObject({ ready: true, reason: 'the plugin X could not be loaded' });
    health.set({ reason: undefined });
    expect(health.reason).toBeUndefined();
  });

  it('does not mix that note into the reason why it is not ready', async () => {
    let isDown = false;
    const check = async () => (isDown ? Promise.reject(new Error('gone')) : undefined);
    const health = createHealth({ checks: { database: check }, intervalMs: 5, failureThreshold: 1 });
    health.set({
      ready: true,
      reason: 'titles.tdb:3: no such plugin',
      problems: [{ kind: 'titles', count: 1, examples: ['a.tdb:1: odd.'] }],
    });
    health.start();
    await waitFor(() => (health.ready ? true : undefined));
    isDown = true;
    await waitFor(() => (health.ready ? undefined : true));
    expect(health.reason).toMatch(/database/);
    expect(health.reason).not.toMatch(/titles/);
    expect(health.problems).toEqual([{ kind: 'titles', count: 1, examples: ['a.tdb:1: odd.'] }]);
    health.stop();
  });

  it('is not ready any more once it is told to stop, whatever comes later', () => {
    const health = createHealth();
    health.set({ ready: true });
    health.stop();
    health.set({ ready: true });
    expect(health).toMatchObject({
      ready: false,
      stopping: true,
      started: true,
      reason: 'the service is stopping',
    });
  });
});

/** Polls `look` until it returns true, or until the test times out. */
async function waitFor(look: () => true | undefined): Promise<void> {
  while (look() === undefined) await new Promise((resolve) => setTimeout(resolve, 10));
}
