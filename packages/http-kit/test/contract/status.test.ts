import { createHealth } from '@holdfast/service-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { makeApiStatus } from '../../src/contract/status.ts';
import { contract } from '../contract.ts';
import { asAdmin, SERVICE_NAME as name, type ShellTestService, startService } from '../service.ts';

describe('a service that is not ready', () => {
  const health = createHealth({ now: () => 1_700_000_000_000 });
  let service: ShellTestService;
  beforeAll(async () => {
    const getStatus: Parameters<typeof startService>[0] = {
      getStatus: (_request, response) => void response.json(makeApiStatus(name, contract, health)),
    };
    service = await startService(getStatus, { health });
  });
  beforeEach(() => health.set({ ready: false, reason: 'migrations are running' }));
  afterAll(() => service.stop());

  it('says so in /status, openly and with 200', async () => {
    const answer = await request(service.url).get('/status').expect(200);
    expect(answer.body).toEqual({
      apiVersion: '2.0.0',
      ready: false,
      componentName: 'Thing service',
      componentVersion: '1.2.3',
      systemVersion: '1.2.3',
      serviceName: 'thing-service',
      readyTime: 1_700_000_000_000,
      reason: 'migrations are running',
      startupStatus: 'NONE',
    });
  });

  it('answers everything else with 503, the reason and when to come back', async () => {
    for (const path of ['/search', '/things/box', '/nothing']) {
      const answer = await request(service.url).get(path).set(asAdmin).expect(503);
      expect(answer.headers['retry-after']).toMatch(/^\d+$/);
      expect(answer.body.detail).toBe('The service is not ready: migrations are running.');
    }
    await request(service.url).delete('/search').expect(503);
  });

  it('is alive, and still shows its documents', async () => {
    await request(service.url).get('/livez').expect(200, { status: 'ok' });
    await request(service.url)
      .get('/readyz')
      .expect(503, { status: 'unavailable', reason: 'migrations are running' });
    await request(service.url).get('/openapi.json').expect(200);
    await request(service.url).get('/docs').expect(200);
  });

  it('serves as soon as it is ready', async () => {
    health.set({ ready: true, reason: undefined });
    await request(service.url).get('/search').set(asAdmin).expect(200);
    await request(service.url).get('/readyz').expect(200, { status: 'ok' });
    await request(service.url).get('/startupz').expect(200);
    expect((await request(service.url).get('/status')).body).not.toHaveProperty('reason');
  });

  it('has started once it has been ready', async () => {
    const fresh = createHealth();
    const other = await startService({}, { health: fresh });
    await request(other.url).get('/startupz').expect(200);
    await other.stop();
    await request(service.url).get('/startupz').expect(200);
  });
});
