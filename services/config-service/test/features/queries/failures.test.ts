// What queries do when something is in their way: no repository service, no query, no login, no time, no client.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEndOfFile, basicAuth } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { demo2013, demo2014, named, orphan } from './sample-data.ts';
import { type Resource, resources, type SampleService, startWithSamples } from './sample-service.ts';

let samples: SampleService;
beforeAll(async () => {
  samples = await startWithSamples();
});
afterAll(() => samples.stop());

describe('sizes, from the repository service', () => {
  it('are asked only when they are selected, few at a time, and left out when they cannot be had', async () => {
    const asked: string[] = [];
    const repository = createServer((incoming, outgoing) => {
      asked.push(decodeURIComponent(incoming.url!));
      const broken = incoming.url!.includes('handle');
      const size = { totalLatestVersions: 7, totalAllVersions: 9, totalWarcSize: 11 };
      outgoing
        .writeHead(broken ? 500 : 200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify(size));
    });
    await new Promise<void>((resolve) => repository.listen(0, '127.0.0.1', resolve));
    const { port } = repository.address() as AddressInfo;
    const withRepository = await startWithSamples({ REPOSITORY_URL: `http://127.0.0.1:${port}` });
    atEndOfFile(async () => {
      await withRepository.stop();
      repository.close();
    });
    await withRepository.ask('auqueries', 'select auId').expect(200);
    expect(asked).toEqual([]);
    const { body } = await withRepository.ask('auqueries', 'select diskUsage, auId, contentSize').expect(200);
    expect(body).toEqual([
      ...[demo2013, demo2014, orphan].map((auId) => ({ auId, contentSize: 7, diskUsage: 11 })),
      { auId: named },
    ]);
    expect(asked.toSorted()).toEqual([demo2013, demo2014, orphan, named].map((auid) => `/aus/${auid}/size`));
    const { body: only } = await withRepository.ask('auqueries', 'select contentSize limit 1').expect(200);
    expect(only).toEqual([{ contentSize: 7 }]);
  });

  it('cannot be compared', async () => {
    const { body } = await samples.ask('auqueries', 'select auId where contentSize > 0').expect(400);
    expect(body.detail).toBe(
      'contentSize can only be selected, not compared or ordered by: it comes from the repository service (line 1, column 19).',
    );
  });
});

describe.each(Object.keys(resources) as Resource[])('/ws/%s refuses', (resource) => {
  it('a query that is not there, empty, or given twice', async () => {
    const { url, asAdmin } = samples.service;
    const name = resources[resource];
    for (const query of ['', `?${name}=`, `?${name}=select+*&${name}=select+*`]) {
      await request(url).get(`/ws/${resource}${query}`).set(asAdmin).expect(400);
    }
  });

  it('what is no query, and shows where', async () => {
    const { body } = await samples.ask(resource, 'select name\nwhere nmae = 1').expect(400);
    expect(body).toMatchObject({
      status: 400,
      detail: 'Unknown name nmae (line 2, column 7).',
      line: 2,
      column: 7,
      excerpt: 'where nmae = 1\n      ^',
    });
  });

  it('whoever does not log in', async () => {
    await request(samples.service.url).get(`/ws/${resource}`).expect(401);
  });
});

describe('a query that takes its time', () => {
  it('is given up when the database does not get on with it, and nothing of it stays', async () => {
    const impatient = await startWithSamples({ QUERY_TIMEOUT: '100ms', DATABASE_POOL: '4' });
    const client = await impatient.pool.connect();
    await client.query('begin; lock table au_configuration in access exclusive mode');
    for (let round = 0; round < 5; round += 1) {
      const { body } = await impatient.ask('auqueries', 'select *').expect(400);
      expect(body.detail).toMatch(/^The query took too long/);
    }
    await client.query('commit');
    client.release();
    await impatient.ask('auqueries', 'select *').expect(200);
    await impatient.stop();
  });

  it('ends with its client, and leaves its turn to others', async () => {
    const narrow = await startWithSamples({ DATABASE_POOL: '2' });
    const client = await narrow.pool.connect();
    await client.query('begin; lock table au_configuration in access exclusive mode');
    const { asAdmin, url } = narrow.service;
    const leaving = new AbortController();
    const left = fetch(`${url}/ws/auqueries?auQuery=select+*`, { headers: asAdmin, signal: leaving.signal });
    const waits = narrow.ask('tdbtitles', 'select id').then((answer) => answer);
    await waitsForLock(client);
    leaving.abort();
    await expect(left).rejects.toThrow();
    expect((await waits).body).toHaveLength(2);
    await client.query('commit');
    client.release();
    await narrow.stop();
  });

  it('is one of so many of its user, beside whose turns those of others are', async () => {
    const password = 'correct: horse, battery';
    const shared = await startWithSamples({ DATABASE_POOL: '4', READER_PASSWORD: password });
    const client = await shared.pool.connect();
    await client.query('begin; lock table au_configuration in access exclusive mode');
    const slow = [1, 2, 3].map(() => shared.ask('auqueries', 'select *').then(({ body }) => body));
    await waitsForLock(client);
    const { body } = await shared
      .ask('tdbtitles', 'select id')
      .set('authorization', basicAuth('config-service', password));
    expect(body).toHaveLength(2);
    await client.query('commit');
    client.release();
    for (const answer of slow) expect(await answer).toHaveLength(4);
    await shared.stop();
  });

  it('is read at any pace, while others have their turn and every connection is free', async () => {
    const narrow = await startWithSamples({ QUERY_TIMEOUT: '500ms', DATABASE_POOL: '2' });
    await narrow.pool.query(`insert into plugin
      select 'p' || i, repeat('x', 2000), '1', 'Internal', null, null, null, '{}', '{}', '[]' from generate_series(1, 9000) i`);
    const { asAdmin, url } = narrow.service;
    const slow = await Promise.all(
      Array.from({ length: 6 }, () => fetch(`${url}/ws/plugins?pluginQuery=select+*`, { headers: asAdmin })),
    );
    // Nobody has taken more than the head and what lies in buffers.
    await narrow.ask('plugins', 'select pluginId limit 1').expect(200);
    const inUse = `select from pg_stat_activity where application_name = 'holdfast config-service'
      and datname = current_database() and state <> 'idle'`;
    while ((await narrow.pool.query(inUse)).rowCount !== 0)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(((await slow[0]!.json()) as unknown[]).length).toBe(9_003);
    await Promise.all(slow.slice(1).map(({ body }) => body!.cancel()));
    await narrow.stop();
  });

  async function waitsForLock(client: { query(sql: string): Promise<{ rowCount: number | null }> }) {
    const waiting =
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    while ((await client.query(waiting)).rowCount === 0) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      // A transaction would see the sessions of the moment at which it first asked.
      await client.query('select pg_stat_clear_snapshot()');
    }
  }
});
