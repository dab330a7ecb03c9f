// Tests requests in which a browser sends Sec-Fetch-Dest.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { asAdmin, type ShellTestService, startService } from '../service.ts';

describe('a browser that would run what is answered', () => {
  let service: ShellTestService;
  beforeAll(async () => {
    const passedOn = {
      prefix: '/console/repository/',
      url: 'http://127.0.0.1:1',
      title: 'repository service',
    };
    service = await startService({}, { passedOn });
  });
  afterAll(() => service.stop());

  const get = (path: string, destination: string | string[]) =>
    request(service.url)
      .get(path)
      .set(asAdmin)
      .set({ 'Sec-Fetch-Dest': destination } as Record<string, string>);

  const code = [
    'script',
    'style',
    'worker',
    'sharedworker',
    'serviceworker',
    'audioworklet',
    'paintworklet',
    'xslt',
  ];
  it.each([...code, 'Script', ' script', 'empty, script'])('is refused: %j', async (destination) => {
    const { body } = await get('/search', destination).expect(403);
    expect(body.detail).toContain('Sec-Fetch-Dest');
    await get('/nothing/here', destination).expect(403);
    // Requests that are forwarded to another service are rejected as well.
    await get('/console/repository/artifacts/x/payload', destination).expect(403);
  });

  it.each([
    'empty',
    'document',
    'iframe',
    'image',
    'audio',
    'video',
    'font',
    'track',
    'object',
    'manifest',
    '',
  ])('is answered when it only shows or reads it: %j', async (destination) => {
    await get('/search', destination).expect(200);
  });

  it('gets the pages of the service itself, with their scripts', async () => {
    const page = await request(service.url).get('/docs').set({ 'Sec-Fetch-Dest': 'document' });
    const [, script] = /src="([^"]+)"/.exec(page.text) ?? [];
    const address = new URL(script!, `${service.url}/docs`).pathname;
    await request(service.url).get(address).set({ 'Sec-Fetch-Dest': 'script' }).expect(200);
  });
});
