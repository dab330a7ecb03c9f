// Tests which files of the console are served, with which headers, and which clients are redirected to the console.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createTemporaryFolder } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { openConsoleSite } from '../../src/console/site.ts';
import { type ShellTestService, startService } from '../service.ts';

const PAGE = '<!doctype html><html><head><base href="./"></head><body></body></html>';
const SCRIPT = 'console.log(1);'.repeat(200);

describe('the console', () => {
  let service: ShellTestService;
  beforeAll(async () => {
    const folder = await createTemporaryFolder();
    const put = (path: string, text: string | Buffer) => writeFileSync(join(folder, path), text);
    mkdirSync(join(folder, 'assets'));
    put('index.html', PAGE);
    put('icon.svg', '<svg/>');
    put('assets/console-ABC.js', SCRIPT);
    put('assets/console-ABC.js.br', brotliCompressSync(SCRIPT));
    put('assets/console-ABC.js.gz', gzipSync(SCRIPT));
    put('assets/secret.key', 'x');
    service = await startService({}, { site: () => openConsoleSite(folder) });
  });
  afterAll(() => service.stop());

  const get = (path: string, headers: Record<string, string> = {}) =>
    request(service.url).get(path).set(headers).redirects(0);
  const BROWSER = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

  it.each([
    ['/console/', './'],
    ['/console/aus', './'],
    ['/console/aus/', '../'],
    ['/console/aus/a%2Fb%26c', '../'],
    ['/console/a/b/c?d=/e', '../../'],
  ])('is the page at %s, which begins at %s', async (path, base) => {
    const answer = await get(path).expect(200);
    expect(answer.text).toBe(PAGE.replace('./', base));
    expect(answer.headers['cache-control']).toBe('no-cache');
  });

  it('may run nothing but its own files, be framed by nobody, and be taken for nothing else', async () => {
    const { headers } = await get('/console/').expect(200);
    const policy = headers['content-security-policy']!;
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'same-origin',
    });
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
    ['br;q=0', undefined],
  ])('has its files compressed for who takes %s', async (accepted, encoding) => {
    const answer = await get('/console/assets/console-ABC.js', { 'Accept-Encoding': accepted }).expect(200);
    expect(answer.text).toBe(SCRIPT);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      vary: expect.stringContaining('Accept-Encoding'),
    });
  });

  it('has no other files, whatever the path', async () => {
    await get('/console/assets/console-XYZ.js').expect(404);
    await get('/console/assets/secret.key').expect(404);
    await get('/console/assets/..%2f..%2fpackage.json').expect(404);
    await get('/console/assets/').expect(404);
    await get('/console/icon.svg').expect(200);
    await request(service.url).post('/console/').expect(401);
    await request(service.url).head('/console/').expect(200);
  });

  it('is where a browser is led that asks for the service; programs get what they always got', async () => {
    const answer = await get('/', BROWSER).expect(302);
    expect(answer.headers).toMatchObject({
      location: 'console/',
      vary: expect.stringMatching(/^Accept,|^Accept$/),
      'cache-control': 'no-store',
    });
    for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.9'])
      await get('/', { Accept: accept }).expect(401);
    await get('/').expect(401);
    await request(service.url).post('/').set(BROWSER).expect(401);
    expect((await get('/console').expect(302)).headers.location).toBe('console/');
  });
});

it('says so when it was not built', async () => {
  const folder = await createTemporaryFolder();
  expect(() => openConsoleSite(folder)).toThrow('the console is not built');
});
