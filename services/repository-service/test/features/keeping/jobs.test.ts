// GET /jobs, PUT /jobs/{job} and GET /sweep/preview over a real socket: users see jobs and start them.
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openDatabase } from '@holdfast/pg-kit';
import { addCleanup } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { findHeldLocks } from '../../../src/index/view/job-states.db.ts';
import { makeJobLockName } from '../../../src/jobs/frame/job.ts';
import { makePage, storeAll } from '../../jobs/fixity/stored-artifacts.ts';
import { as, writeRoleUsersFile } from '../../role-users.ts';
import { readProblem, type Sent, send } from '../../send.ts';
import { startTestService, type TestService } from '../../service.ts';
import { until } from '../../until.ts';

/** Short poll interval, because every started job waits for a poll. */
const POLL_EVERY_MS = 50;
let service: TestService;
let database: ReturnType<typeof openDatabase<IndexSchema>>;

beforeAll(async () => {
  const settings = { FIXITY_PERIOD: 'off', COMPACTION_PERIOD: 'off', SWEEP_AGE: '1m' };
  service = await startTestService({ USERS_FILE: await writeRoleUsersFile(), ...settings }, POLL_EVERY_MS);
  const { databaseUrl: url } = service;
  database = openDatabase<IndexSchema>({ url, applicationName: 'test', onError: () => undefined });
  addCleanup(() => database.close());
});

const get = <T>(path: string) => service.client.json<T>(path);
const json = { 'content-type': 'application/json' };
const order = (job: string, op: string, sent: Sent = {}) =>
  send(service.client, 'PUT', `/jobs/${job}`, { headers: json, body: JSON.stringify({ op }), ...sent });

interface Job {
  id: string;
  state: string;
  finished?: number;
  progress?: { counts: Record<string, number> };
  pausedBy?: string;
}

const jobs = async () => new Map((await get<{ jobs: Job[] }>('/jobs')).jobs.map((job) => [job.id, job]));
const stateOf = async (id: string) => (await jobs()).get(id)!.state;

async function done(id: string): Promise<Job> {
  expect((await order(id, 'start')).status).toBe(200);
  await until(async () => ['finished', 'failed'].includes(await stateOf(id)));
  return (await jobs()).get(id)!;
}

describe('jobs', () => {
  it('are told, with what they keep to and when they come', async () => {
    const all = await jobs();
    expect([...all.keys()]).toEqual(['fixity', 'recheck', 'compaction', 'sweep', 'sweep-preview']);
    expect(all.get('fixity')).toEqual({ id: 'fixity', state: 'never', mostBytesPerSecond: 20_000_000 });
  });

  it('include the sweep, which the clock starts although no setting asks for it', async () => {
    await until(async () => (await stateOf('sweep')) === 'finished');
    expect((await jobs()).get('sweep')).toMatchObject({ periodMs: 86_400_000 });
  });

  it('are done when somebody wants it, even one that the clock never starts', async () => {
    expect(await done('fixity')).toMatchObject({ state: 'finished', finished: expect.any(Number) });
    const { finished } = (await jobs()).get('fixity')!;
    const again = await done('fixity');
    expect(again.finished).toBeGreaterThan(finished!);
  });

  it('stay paused until they are resumed, and are not started meanwhile', async () => {
    const paused = await order('compaction', 'pause', { authorization: as('writer') });
    expect(JSON.parse(paused.text)).toMatchObject({ id: 'compaction', state: 'paused', pausedBy: 'writer' });
    expect((await order('compaction', 'pause')).status).toBe(200);
    expect((await jobs()).get('compaction')!.pausedBy).toBe('writer');
    expect(readProblem(await order('compaction', 'start'))).toMatchObject({
      status: 409,
      detail: expect.stringContaining('paused'),
    });
    expect((await order('compaction', 'resume')).status).toBe(200);
    expect((await order('compaction', 'resume')).status).toBe(200);
    expect((await done('compaction')).state).toBe('finished');
  });

  it('stop where they are when they are paused', async () => {
    await storeAll(service, 'au', [makePage('au', 'a', { sizeBytes: 100_000 }), makePage('au', 'b')]);
    const { pool } = database;
    const held = await pool.connect();
    await held.query('begin');
    await held.query('lock table segment in access exclusive mode');
    await order('fixity', 'start');
    await until(async () => (await stateOf('fixity')) === 'running');
    expect(readProblem(await order('fixity', 'start')).status).toBe(409);
    await order('fixity', 'pause');
    await held.query('rollback');
    held.release();
    const holders = async () => (await findHeldLocks(database.kysely, [makeJobLockName('fixity')])).size;
    await until(async () => (await holders()) === 0);
    expect(await stateOf('fixity')).toBe('paused');
    await order('fixity', 'resume');
    await until(async () => (await stateOf('fixity')) === 'finished');
  });

  it('are ordered only by those who may, in words that are known', async () => {
    expect((await order('fixity', 'start', { authorization: as('reader') })).status).toBe(403);
    expect((await order('fixity', 'start', { authorization: as('carrier') })).status).toBe(403);
    expect((await order('rebuild', 'start')).status).toBe(404);
    expect((await order('fixity', 'destroy')).status).toBe(400);
    expect((await order('fixity', 'start', { body: '' })).status).toBe(400);
  });
});

describe('a sweep', () => {
  it('is shown before it is done', async () => {
    expect(await get('/sweep/preview')).toEqual({});
    const key = 'ns/default/0000/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61.warc.gz';
    const path = join(service.storeFolder, 'objects', key);
    await writeStray(path);
    await done('sweep-preview');
    const preview = await get<{ foreign: string[]; objects: string[]; counts: object }>('/sweep/preview');
    expect([...preview.objects, ...preview.foreign]).toContain(key);
    expect(preview).toMatchObject({ finished: expect.any(Number), looked: expect.any(Number) });
    await rm(path);
  });
});

async function writeStray(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, 'stray');
  const old = new Date(Date.now() - 3_600_000);
  await utimes(path, old, old);
}
