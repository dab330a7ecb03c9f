// Replay while the index is down: clients get an error, never a response that looks like an empty result.
import { request as httpRequest } from 'node:http';
import { openDatabase } from '@holdfast/pg-kit';
import { makeUrlkey } from '@holdfast/surt';
import { startTestPostgres, type TestPostgresServer } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { startTestService, type TestService } from '../../service.ts';
import { insertCaptures } from './random-captures.ts';

let postgres: TestPostgresServer;
let service: TestService;
const url = 'http://example.com/page';
const captureCount = 60_000;

beforeAll(async () => {
  postgres = await startTestPostgres({ unsafe: true });
  service = await startTestService({ DATABASE_URL: postgres.server.url });
  const database = openDatabase<IndexSchema>({
    url: postgres.server.url,
    applicationName: 'test',
    onError: () => undefined,
  });
  const captures = Array.from({ length: captureCount }, (_, number) => ({
    id: `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    url,
    urlkey: makeUrlkey(url),
    collectionMs: number * 1_000,
    httpStatus: 200,
    mime: 'text/html',
    redirect: undefined,
    sha1: '0'.repeat(40),
    lengthBytes: 100,
  }));
  await insertCaptures(database, captures);
  await database.close();
});

describe('while the index is down', () => {
  it('an answer that has begun is cut off, and what follows is 503', async () => {
    const { path, headers } = requestFor('/replay/cdxb/test', { url });
    const { promise: ended, resolve, reject } = Promise.withResolvers<number>();
    let lines = 0;
    httpRequest(`${service.client.url}${path}`, { headers }, (response) => {
      expect(response.statusCode).toBe(200);
      response.once('data', async () => {
        response.pause();
        await postgres.kill();
        response.on('data', (chunk: Buffer) => {
          lines += chunk.toString('latin1').split('\n').length - 1;
        });
        response.resume();
      });
      response.once('end', () => resolve(lines));
      response.once('error', reject);
    }).end();
    await expect(ended).rejects.toThrow('aborted');
    expect(lines).toBeLessThan(captureCount);

    const uuid = '00000000-0000-7000-8000-000000000001';
    for (const target of [
      requestFor('/replay/cdxb/test', { url }),
      requestFor('/replay/cdxb/test', { url, closest: '2014' }),
      requestFor('/replay/cdxb/unknown', { url, matchType: 'domain' }),
      requestFor('/replay/cdxa/test', { q: `url:${encodeURIComponent(url)}` }),
      requestFor(`/replay/warcs/test:${uuid}.warc.gz`, {}),
    ]) {
      const response = await fetch(`${service.client.url}${target.path}`, { headers: target.headers });
      expect([target.path, response.status]).toEqual([target.path, 503]);
      expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
      await response.arrayBuffer();
    }
  });
});

function requestFor(path: string, query: Record<string, string>) {
  const { authorization } = service.client;
  return { path: `${path}?${new URLSearchParams(query)}`, headers: { authorization } };
}
