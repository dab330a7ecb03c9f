import { startTestPostgres } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { type ConfigTestService, fetchStatus, startTestService } from '../../service.ts';

describe('a service whose database comes and goes', () => {
  let postgres: Awaited<ReturnType<typeof startTestPostgres>>;
  let service: ConfigTestService;
  beforeAll(async () => {
    postgres = await startTestPostgres({ unsafe: true });
    await postgres.kill();
    service = await startTestService(postgres.server.url);
  });
  afterAll(() => service.stop());

  it('listens before the database can be reached, and says what it waits for', async () => {
    expect(await fetchStatus(service.url)).toMatchObject({
      ready: false,
      reason: expect.stringMatching(/^the database\b.* (?:has not been reached yet|cannot be reached)/),
    });
    await request(service.url).get('/aus').set(service.asAdmin).expect(503).expect('Retry-After', /^\d+$/);
    await request(service.url).get('/readyz').expect(503);
    await request(service.probesUrl).get('/startupz').expect(503);
    await request(service.url).get('/livez').expect(200);
    await request(service.url).get('/docs').expect(200);
  });

  it('becomes ready when it can', async () => {
    await postgres.restart();
    await service.becomes(true);
    await request(service.probesUrl).get('/startupz').expect(200);
    await request(service.url).get('/aus').set(service.asAdmin).expect(200);
  });

  it('notices that it is gone, and that it is back', async () => {
    await postgres.kill();
    await service.becomes(false);
    expect(await fetchStatus(service.url)).toMatchObject({
      reason: 'the database, which DATABASE_URL names, cannot be reached (connection refused)',
    });
    await request(service.probesUrl).get('/readyz').expect(503);
    await postgres.restart();
    await service.becomes(true);
  });
});
