// Framework of all jobs, on a real PostgreSQL: a job runs in one process at a time, resumes where it stopped, respects
// its rate limit, and starts on schedule.

import { type Database, openDatabase } from '@holdfast/pg-kit';
import { createLog, DiskFullError } from '@holdfast/service-kit';
import { addCleanup } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { IndexSchema } from '../../src/index/schema.ts';
import { type Job, type JobOutcome, runJob } from '../../src/jobs/frame/job.ts';
import type { JobDeps } from '../../src/jobs/frame/job-run.ts';
import { runScheduledJobs } from '../../src/jobs/schedule.ts';
import { openIndexDatabase } from '../index-database.ts';
import { until } from '../until.ts';

let database: Database<IndexSchema>;
let deps: JobDeps;
const log = createLog({ service: 'test', level: 'silent' });
const never = new AbortController().signal;

beforeAll(async () => {
  database = await openIndexDatabase();
  deps = { database, nowMs: Date.now, log };
});

/** Returns a job that counts to `end`, and calls `before` before each step. */
function counting(name: string, end: number, before: (step: number) => unknown): Job {
  return {
    name,
    work: async (run) => {
      for (let step = Number(run.position ?? 0); step < end; step++) {
        await before(step);
        run.done({ items: 1, bytes: 10, counts: { even: step % 2 === 0 ? 1 : 0 } });
        await run.reached(step + 1);
      }
    },
  };
}

async function row(name: string) {
  return database.kysely.selectFrom('job').selectAll().where('name', '=', name).executeTakeFirstOrThrow();
}

describe('a job', () => {
  it('goes on where it was interrupted, with all it has counted, and begins anew after its end', async () => {
    const steps: number[] = [];
    const stopping = new AbortController();
    const job = counting('resumed', 10, (step) => {
      steps.push(step);
      if (step === 3) stopping.abort();
    });
    await expect(runJob(deps, job, { signal: stopping.signal })).rejects.toThrow();
    expect(await row('resumed')).toMatchObject({ position: 4, finished_at: null, failure: null });
    const second = await runJob(
      deps,
      counting('resumed', 10, (step) => steps.push(step)),
      { signal: never },
    );
    expect(steps).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(second).toMatchObject({ ran: true, progress: { items: 10, bytes: 100, counts: { even: 5 } } });
    expect(await row('resumed')).toMatchObject({ run: 1, position: null, finished_at: expect.any(Date) });
    await runJob(
      deps,
      counting('resumed', 2, (step) => steps.push(step)),
      { signal: never },
    );
    expect(steps.slice(10)).toEqual([0, 1]);
    expect(await row('resumed')).toMatchObject({ run: 2, progress: { items: 2 } });
  });

  it('concludes together with its end, or not at all', async () => {
    const db = database.kysely;
    const mark = (value: string) => ({
      ...counting('concluded', 1, () => undefined),
      conclude: marks(value),
    });
    const marks = (value: string) => async (tx: typeof db) => {
      await tx.insertInto('swept_object').values({ key: value }).execute();
      if (value === 'failing') throw new Error('not concluded');
    };
    const marked = async () =>
      (await db.selectFrom('swept_object').select('key').execute()).map(({ key }) => key);
    await expect(runJob(deps, mark('failing'), { signal: never })).rejects.toThrow('not concluded');
    expect(await marked()).toEqual([]);
    expect(await row('concluded')).toMatchObject({ finished_at: null, failure: 'not concluded' });
    await runJob(deps, mark('well'), { signal: never });
    expect(await marked()).toEqual(['well']);
    expect(await row('concluded')).toMatchObject({ finished_at: expect.any(Date), failure: null });
  });

  it('begins at the beginning when asked to', async () => {
    const failing = counting('afresh', 5, (step) => {
      if (step === 2) throw new Error('enough');
    });
    await expect(runJob(deps, failing, { signal: never })).rejects.toThrow('enough');
    expect(await row('afresh')).toMatchObject({ position: 2, failure: 'enough' });
    const steps: number[] = [];
    await runJob(
      deps,
      counting('afresh', 3, (step) => steps.push(step)),
      { signal: never, afresh: true },
    );
    expect(steps).toEqual([0, 1, 2]);
    expect(await row('afresh')).toMatchObject({ failure: null });
  });

  it('is done by one of many replicas', async () => {
    const outcomes: JobOutcome[] = [];
    let begun = 0;
    // The replica that runs the job waits until all other replicas have returned.
    const work = async () => {
      begun += 1;
      await until(async () => outcomes.length === 3);
    };
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        const job = counting('one', 1, work);
        outcomes.push(await runJob({ ...deps, database: { ...database } }, job, { signal: never }));
      }),
    );
    expect(begun).toBe(1);
    expect(outcomes.map(({ ran }) => ran)).toEqual([false, false, false, true]);
  });

  it('keeps to its rate', async () => {
    const slow: Job = {
      name: 'slow',
      bytesPerSecond: 100_000,
      work: async (run) => {
        for (let i = 0; i < 10; i++) await run.throttle(10_000);
      },
    };
    const started = performance.now();
    await runJob(deps, slow, { signal: never });
    // At this rate the job takes one second. The rate limiter credits up to 250 ms of idle time, so the job may finish
    // earlier.
    expect(performance.now() - started).toBeGreaterThan(700);
  });

  it('stops when the connection that holds its lock is lost', async () => {
    const own = openDatabase<IndexSchema>({
      url: (database.pool.options as { connectionString: string }).connectionString,
      applicationName: 'lost',
      onError: () => undefined,
    });
    addCleanup(() => own.close());
    const job = counting('lost', 1_000, async (step) => {
      if (step === 1) {
        await database.pool.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lost'",
        );
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
    });
    await expect(runJob({ ...deps, database: own }, job, { signal: never })).rejects.toThrow('was lost');
  });
});

describe('the schedule', () => {
  it('starts what is due, once among replicas, and leaves alone what is off', async () => {
    const stopping = new AbortController();
    const started: string[] = [];
    const job = (name: string) => counting(name, 1, () => started.push(name));
    const jobs = [
      { job: job('yearly'), periodMs: 365 * 86_400_000 },
      { job: job('off'), periodMs: 0 },
    ];
    const replicas = [1, 2, 3].map(() => runScheduledJobs(deps, jobs, stopping.signal));
    while (!started.includes('yearly')) await new Promise((resolve) => setTimeout(resolve, 20));
    await new Promise((resolve) => setTimeout(resolve, 300));
    stopping.abort();
    await Promise.all(replicas);
    expect(started).toEqual(['yearly']);
  });

  it('interrupts a job that stores something when a disk is full, and goes on with it when there is room', async () => {
    let full = new AbortController();
    const freed = Promise.withResolvers<void>();
    const room = {
      full: undefined,
      check() {},
      signal: () => full.signal,
      untilFree: async () => {
        if (full.signal.aborted) await freed.promise;
      },
    };
    const stopping = new AbortController();
    const steps: string[] = [];
    const storing = counting('storing', 4, (step) => {
      steps.push(`stored ${step}`);
      if (step === 1) full.abort(new DiskFullError('disk full'));
      if (step === 3) setImmediate(() => stopping.abort());
    });
    const removing = counting('removing', 1, () => {
      steps.push('removed');
      full = new AbortController();
      freed.resolve();
    });
    const jobs = [{ job: storing, periodMs: 86_400_000 }];
    const kept = runScheduledJobs({ ...deps, room }, jobs, stopping.signal);
    while (!full.signal.aborted) await new Promise((resolve) => setTimeout(resolve, 5));
    const makesRoom = [{ job: removing, periodMs: 86_400_000, makesRoom: true }];
    await Promise.all([kept, runScheduledJobs({ ...deps, room }, makesRoom, stopping.signal)]);
    expect(steps).toEqual(['stored 0', 'stored 1', 'removed', 'stored 2', 'stored 3']);
  });

  it('takes up again what was interrupted, whatever its period', async () => {
    const stopped = new AbortController();
    const first = counting('again', 4, (step) => step === 1 && stopped.abort());
    await expect(runJob(deps, first, { signal: stopped.signal })).rejects.toThrow();
    const stopping = new AbortController();
    const steps: number[] = [];
    const again = counting('again', 4, (step) => {
      steps.push(step);
      if (step === 3) setImmediate(() => stopping.abort());
    });
    await runScheduledJobs(deps, [{ job: again, periodMs: 365 * 86_400_000 }], stopping.signal);
    expect(steps).toEqual([2, 3]);
  });
});
