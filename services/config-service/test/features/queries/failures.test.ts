// Tests failures of queries: a missing query, a missing login, an exceeded time limit, and a client that disconnects.
import { formatBasicAuth } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { type Resource, resources, type SampleService, startWithSamples } from './sample-service.ts';

let samples: SampleService;
beforeAll(async () => {
  samples = await startWithSamples();
});
afterAll(() => samples.stop());

it('refuses what other services of the field tell and this one does not, and says where it is', async () => {
  for (const query of ['select auId, urls', 'select auId where urls is null', 'select count(urls)']) {
    const { body } = await samples.ask('auqueries', query).expect(400);
    expect(body.detail).toMatch(
      /^urls is not available in queries: the repository service lists .*\/artifacts/,
    );
  }
  expect((await samples.ask('auqueries', 'select *').expect(200)).body[0]).not.toHaveProperty('volume');
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
    // On a busy machine, a query may exceed the time limit even without the lock.
    while ((await impatient.ask('auqueries', 'select *')).status !== 200);
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
      .set('authorization', formatBasicAuth('config-service', password));
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
    // So far, the clients have received only the headers and the rows that fit into the socket buffers.
    await narrow.ask('plugins', 'select pluginId limit 1').expect(200);
    const inUse = `select from pg_stat_activity where application_name = 'holdfast config-service'
      and datname = current_database() and state <> 'idle'`;
    while ((await narrow.pool.query(inUse)).rowCount !== 0)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(((await slow[0]!.json()) as unknown[]).length).toBe(9_005);
    await Promise.all(slow.slice(1).map(({ body }) => body!.cancel()));
    await narrow.stop();
  });

  async function waitsForLock(client: { query(sql: string): Promise<{ rowCount: number | null }> }) {
    const waiting =
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    while ((await client.query(waiting)).rowCount === 0) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      // Discards cached statistics. Otherwise PostgreSQL returns the same statistics for the whole transaction.
      await client.query('select pg_stat_clear_snapshot()');
    }
  }
});
