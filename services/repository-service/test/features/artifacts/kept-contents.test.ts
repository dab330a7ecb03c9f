// Frequently requested payloads are cached in memory, and caching does not change responses. The test removes the
// store's files to see what is cached.
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../../service.ts';
import { ask } from './ask.ts';
import { hashSha256, type MadeCapture, makeNoise, plainHead, store } from './captures.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

const payload = (uuid: string, more = {}) => ask(service.client, `/artifacts/${uuid}/payload`, more);

async function takeAway({ storeFolder }: TestService): Promise<void> {
  const entries = await readdir(join(storeFolder, 'objects'), { recursive: true, withFileTypes: true });
  for (const entry of entries) if (entry.isFile()) await rm(join(entry.parentPath, entry.name));
}

/** Returns the responses of all reading operations, without request IDs and times. */
async function everyAnswer(uuid: string) {
  const answers = [
    await payload(uuid),
    await payload(uuid, { headers: { range: 'bytes=10-19' } }),
    await payload(uuid, { method: 'HEAD' }),
    await payload(uuid, { query: { includeContent: 'NEVER' } }),
    await ask(service.client, `/artifacts/${uuid}/response`),
  ];
  return answers.map(({ status, headers: { 'x-request-id': _, date: __, ...headers }, body }) => ({
    status,
    headers,
    body: body.toString('latin1'),
  }));
}

const chunks = (body: Buffer) =>
  Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]);

describe('what is kept', () => {
  it.each<[string, MadeCapture]>([
    ['a page', { head: `${plainHead}\r\nX-Own: 1`, body: makeNoise(20_000, 'page') }],
    [
      'one in chunks',
      { head: `${plainHead}\r\nTransfer-Encoding: chunked`, body: chunks(makeNoise(900, 'chunks')) },
    ],
    ['a resource', { body: makeNoise(120_000, 'resource'), contentType: 'image/png' }],
  ])('answers as the store does: %s', async (_, capture) => {
    const [uuid] = (await store(service.client, [capture])) as [string];
    const first = await everyAnswer(uuid);
    const again = await everyAnswer(uuid);
    await takeAway(service);
    expect(await everyAnswer(uuid)).toEqual(first);
    expect(again).toEqual(first);
  });

  it('is what is asked for twice, and not what is asked for once', async () => {
    const captures = ['once', 'twice'].map((seed) => ({ head: plainHead, body: makeNoise(5_000, seed) }));
    const [once, twice] = (await store(service.client, captures)) as [string, string];
    for (const uuid of [once, twice, twice]) expect((await payload(uuid)).status).toBe(200);
    await takeAway(service);
    expect((await payload(once)).status).toBe(502);
    expect(hashSha256((await payload(twice)).body)).toBe(hashSha256(makeNoise(5_000, 'twice')));
  });

  it('is gone with the artifact', async () => {
    const [uuid] = (await store(service.client, [{ head: plainHead, body: 'here' }])) as [string];
    for (let time = 0; time < 3; time++) expect((await payload(uuid)).status).toBe(200);
    await ask(service.client, `/artifacts/${uuid}`, { method: 'DELETE' });
    expect((await payload(uuid)).status).toBe(404);
  });

  it('was right when it was read', async () => {
    const [uuid] = (await store(service.client, [{ head: plainHead, body: makeNoise(5_000, 'gone') }])) as [
      string,
    ];
    expect((await payload(uuid)).status).toBe(200);
    await takeAway(service);
    for (let time = 0; time < 3; time++) expect((await payload(uuid)).status).toBe(502);
  });
});

it('is nothing where CONTENT_CACHE is 0', async () => {
  const without = await startTestService({ CONTENT_CACHE: '0' });
  const [uuid] = (await store(without.client, [{ head: plainHead, body: 'here' }])) as [string];
  const read = () => ask(without.client, `/artifacts/${uuid}/payload`);
  for (let time = 0; time < 3; time++) expect((await read()).status).toBe(200);
  await takeAway(without);
  expect((await read()).status).toBe(502);
});
