import { rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashPassword } from '@holdfast/accounts';
import { configurationContract } from '@holdfast/api-types/configuration';
import { createTemporaryFolder, createTestDatabase, formatBasicAuth } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { type ConfigTestService, fetchStatus, startTestService } from './service.ts';

describe('the service over HTTP', () => {
  let service: ConfigTestService;
  beforeAll(async () => {
    const usersFile = join(await createTemporaryFolder(), 'users.json');
    const password = await hashPassword('reads:only', { logN: 4, r: 8, p: 1 });
    await writeFile(usersFile, JSON.stringify([{ name: 'reader', password, roles: ['accessContentRole'] }]));
    const { url } = await createTestDatabase();
    service = await startTestService(url, { USERS_FILE: usersFile });
    await service.becomes(true);
  });
  afterAll(() => service.stop());

  const asReader = { authorization: formatBasicAuth('reader', 'reads:only') };
  const call = (method: string, path: string): request.Test =>
    request(service.url)[method.toLowerCase() as 'get'](path);

  it('says in /status who and how it is', async () => {
    const answer = await request(service.url).get('/status').expect(200);
    expect(answer.body).toEqual({
      apiVersion: '2.0.0',
      ready: true,
      componentName: 'Holdfast configuration service',
      componentVersion: expect.any(String),
      systemVersion: expect.any(String),
      serviceName: 'config-service',
      readyTime: expect.any(Number),
      startupStatus: 'AUS_STARTED',
    });
  });

  it('tells apart the group operations and the AU of that name', async () => {
    await call('GET', '/aus/delete').set(service.asAdmin).expect(405).expect('Allow', 'DELETE');
    await call('PUT', '/aus/add').set(service.asAdmin).expect(405).expect('Allow', 'POST');
  });

  it('answers unknown paths and methods in the error shape', async () => {
    const lost = await request(service.url).get('/no/such/path').set(service.asAdmin).expect(404);
    expect(lost.type).toBe('application/problem+json');
    await request(service.url).patch('/aus').set(service.asAdmin).expect(405).expect('Allow', 'GET, HEAD');
  });

  it('shows its contract and a page for it to everybody', async () => {
    const answer = await request(service.url).get('/openapi.json').expect(200);
    expect(answer.body.info).toEqual(configurationContract.info);
    await request(service.url).get('/docs').expect(200).expect('Content-Type', /html/);
  });

  it('measures itself on another port', async () => {
    await request(service.url).get('/aus').set(service.asAdmin).expect(200);
    const answer = await request(service.probesUrl).get('/metrics').expect(200);
    expect(answer.text).toContain('http_request_duration_seconds_count{operation="getAllAuConfigurations"');
    expect(answer.text).toContain('nodejs_eventloop_lag_seconds');
    await request(service.url).get('/metrics').set(service.asAdmin).expect(404);
  });

  it('writes one line for each request, and no password', async () => {
    await request(service.url).get('/aus').set(asReader).set('X-Request-Id', 'counted').expect(200);
    const lines = service.lines.filter(({ requestId }) => requestId === 'counted');
    expect(lines).toEqual([
      expect.objectContaining({ route: '/aus', user: 'reader', status: 200, outcome: 'ok' }),
    ]);
    expect(JSON.stringify(service.lines)).not.toContain('reads:only');
  });
});

describe('a service that starts on a full disk', () => {
  it('serves what an earlier load left, refuses changes, and loads when there is room', async () => {
    const { url } = await createTestDatabase();
    const earlier = await startTestService(url);
    await earlier.becomes(true);
    await earlier.stop();
    const folder = await createTemporaryFolder();
    const disk = join(folder, 'disk');
    // Links to /proc, whose file system has no free space.
    await symlink('/proc', disk);
    const service = await startTestService(url, { DATABASE_DIR: disk, DISK_RESERVE: '1MiB' });
    await service.becomes(true);
    expect(await fetchStatus(service.url)).toMatchObject({ reason: expect.stringMatching(/^disk full: /) });
    const reload = () => request(service.url).put('/config/reload').set(service.asAdmin);
    const refused = await reload().expect(500);
    expect(refused.body.detail).toContain('disk full');
    const [name, password] = atob(service.asAdmin.authorization.split(' ')[1]!).split(':');
    const begun = await request(service.url).post('/session').send({ name, password }).expect(200);
    const cookie = String(begun.headers['set-cookie']).split(';')[0]!;
    const origin = new URL(service.url).origin;
    await request(service.url).delete('/session').set({ cookie, origin }).expect(204);
    await request(service.url).get('/aus').set(service.asAdmin).expect(200);
    const loads = async () => {
      const answer = await request(service.url).get('/config/lastupdatetime').set(service.asAdmin);
      return Number(answer.headers['x-loads-done']);
    };
    const before = await loads();
    await symlink(folder, `${disk}.new`);
    await rename(`${disk}.new`, disk);
    while ((await loads()) === before) await new Promise((resolve) => setTimeout(resolve, 50));
    await reload().expect(200);
    await service.stop();
  });
});
