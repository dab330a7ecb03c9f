// GET /status, and all other operations while the service is not ready.
import { describe, expect, it } from '@jest/globals';
import { startServiceWithoutIndex, startTestService } from '../../service.ts';
import { ask, readProblem } from '../artifacts/ask.ts';

describe('the status of a ready service', () => {
  it('says so to anyone', async () => {
    const { client } = await startTestService();
    const { status, body } = await ask(client, '/status', { authorization: '' });
    expect(status).toBe(200);
    expect(JSON.parse(body.toString())).toEqual({
      apiVersion: '2.0.0',
      ready: true,
      readyTime: expect.any(Number),
      startupStatus: 'AUS_STARTED',
      componentName: expect.any(String),
      componentVersion: expect.any(String),
      systemVersion: expect.any(String),
      serviceName: 'repository-service',
    });
  });
});

describe('a service without its index', () => {
  it('says that it is not ready and why, and answers everything else with 503', async () => {
    const client = await startServiceWithoutIndex();
    const { status, body } = await ask(client, '/status', { authorization: '' });
    expect([status, JSON.parse(body.toString())]).toEqual([
      200,
      expect.objectContaining({ ready: false, reason: expect.any(String), startupStatus: 'NONE' }),
    ]);
    expect(JSON.parse(body.toString())).not.toHaveProperty('readyTime');
    for (const path of ['/artifacts', '/aus', '/namespaces', '/artifacts/x/payload', '/repoinfo']) {
      const answer = await ask(client, path);
      expect([path, readProblem(answer).status]).toEqual([path, 503]);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
  });
});
