// A request that contains invalid UTF-8 anywhere gets 400, and nothing is stored.
import { gzipSync } from 'node:zlib';
import { makeResponseRecord } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../service.ts';
import { plainHead, store } from './artifacts/captures.ts';

let service: TestService;
let uuid: string;
beforeAll(async () => {
  service = await startTestService();
  [uuid] = (await store(service.client, [{ head: plainHead, body: 'x' }], { auid: 'first' })) as [string];
});

/**
 * Byte sequences that are invalid UTF-8: Latin-1, a truncated character, a surrogate, an overlong slash, and a code
 * point above U+10FFFF.
 */
const badBytes = ['n\xe9&x~1', 'a\xc3', 'a\xed\xa0\x80', 'a\xc0\xaf', 'a\xf4\x90\x80\x80', '\xff\xfen'];

const archive = gzipSync(makeResponseRecord('http://a.test/', Buffer.from('x'))).toString('latin1');
const part = (name: string, value: string, fileName?: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${fileName ? `; filename="${fileName}"` : ''}\r\n\r\n${value}\r\n`;

async function sendForm(method: string, path: string, parts: readonly string[]): Promise<Response> {
  return await fetch(service.client.url + path, {
    method,
    headers: {
      authorization: service.client.authorization,
      'content-type': 'multipart/form-data; boundary=b',
    },
    body: Buffer.from(`${parts.join('')}--b--\r\n`, 'latin1'),
  });
}

async function expectRefused(answer: Response): Promise<void> {
  const { detail } = (await answer.json()) as { detail: string };
  expect([answer.status, detail]).toEqual([400, expect.stringMatching(/UTF-8/)]);
}

describe.each(badBytes)('the bytes %j', (bytes) => {
  it.each([
    [
      'the auid in front of an archive',
      'POST',
      '/archives',
      () => [part('auid', bytes), part('archive', archive, 'a')],
    ],
    [
      'the auid behind an archive',
      'POST',
      '/archives',
      () => [part('archive', archive, 'a'), part('auid', bytes)],
    ],
    [
      'the auid of a migration',
      'POST',
      '/migrations',
      () => [part('auid', bytes), part('archive', archive, 'a')],
    ],
    [
      'the properties of an artifact',
      'POST',
      '/artifacts',
      () => [part('artifactProps', `{"auid":"${bytes}","uri":"u"}`), part('payload', 'x', 'p')],
    ],
    ['a field of an update', 'PUT', `/artifacts/{uuid}`, () => [part('committed', bytes)]],
    ['a field of a bulk operation', 'POST', '/aus/first/bulk', () => [part('op', bytes)]],
  ])('are refused as %s', async (_name, method, path, parts) => {
    await expectRefused(await sendForm(method, path.replace('{uuid}', uuid), parts()));
  });

  it('are refused in a path, a query and an urlencoded form', async () => {
    const encoded = [...bytes].map((one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
    const headers = { authorization: service.client.authorization };
    const get = (path: string) => fetch(service.client.url + path, { headers });
    expect((await get(`/aus/${encoded}/artifacts`)).status).toBe(400);
    await expectRefused(await get(`/artifacts?url=${encoded}`));
    const form = { method: 'PUT', headers, body: new URLSearchParams() };
    const body = `committed=${encoded}`;
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    await expectRefused(
      await fetch(`${service.client.url}/artifacts/${uuid}`, {
        ...form,
        headers: { ...headers, ...type },
        body,
      }),
    );
  });

  it('leave nothing behind', async () => {
    expect(await service.client.json('/aus')).toMatchObject({ auids: ['first'] });
  });
});

it('an AUID in other scripts is stored as it is', async () => {
  const auid = Buffer.from('né&x~書籍📚').toString('latin1');
  const answer = await sendForm('POST', '/archives', [part('auid', auid), part('archive', archive, 'a')]);
  expect(answer.status).toBe(200);
  await answer.text();
  expect(await service.client.json('/aus')).toMatchObject({ auids: ['first', 'né&x~書籍📚'] });
});
