// Effects of COMPATIBILITY=laaws. framed-payloads.test.ts tests that artifacts stored with this setting stay unchanged.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { send } from '../../send.ts';
import { startTestService, type TestService } from '../../service.ts';
import { createAuid, hashSha256, plainHead, store } from '../artifacts/captures.ts';
import { makeBody, makeHead, makeProps, post, readCreated } from '../artifacts/create/post.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ COMPATIBILITY: 'laaws' });
});

it('content that did not change is stored, and not redirected', async () => {
  const auid = createAuid();
  for (const version of [1, 2]) {
    const created = readCreated(
      await post(service.client, [makeProps({ auid, uri: 'u' }), makeBody('same')]),
    );
    expect(created).toMatchObject({ version, namespace: 'lockss', committed: false });
    await send(service.client, 'PUT', `/artifacts/${created.uuid}`, { query: { committed: true } });
  }
  const versions = (await service.client.artifacts(auid)).map(({ version }) => version);
  expect(versions).toEqual([2, 1]);
});

it('an import still drops what did not change, unless told otherwise', async () => {
  const { client } = service;
  const auid = createAuid();
  const capture = { url: 'http://same.example/', head: plainHead, body: 'same' };
  await store(client, [capture, capture], { auid });
  expect((await client.artifacts(auid)).map(({ version }) => version)).toEqual([2, 1]);
});

it('query parameters that an operation does not have are ignored', async () => {
  for (const path of ['/aus', '/artifacts', '/status', '/repoinfo', '/audit'])
    expect(await send(service.client, 'GET', path, { query: { unknown: 'x' } })).toMatchObject({
      status: 200,
    });
});

it('an AU that is not known has the size nought', async () => {
  expect(await service.client.json(`/aus/${encodeURIComponent(createAuid())}/size`)).toEqual({
    totalAllVersions: 0,
    totalLatestVersions: 0,
    totalWarcSize: 0,
  });
});

it('storage is told in units of 1,024 bytes, with nothing that a strict client does not know', async () => {
  const known = ['type', 'name', 'sizeKB', 'usedKB', 'availKB', 'percentUsed', 'percentUsedString'];
  const { storeInfo, indexInfo } = await service.client.json<Record<string, object>>('/repoinfo');
  const storage = await service.client.json<{ sizeKB: number; availKB: number }>('/repoinfo/storage');
  for (const info of [storeInfo!, indexInfo!, storage])
    expect(Object.keys(info).filter((name) => !known.includes(name))).toEqual([]);
  expect(storage.sizeKB).toBeGreaterThan(storage.availKB);
  expect(indexInfo).toMatchObject({ type: 'PostgreSQL', usedKB: expect.any(Number) });
});

describe('the payload of a chunked body', () => {
  const body = '5\r\nhello\r\n0\r\n\r\n';
  const framedHead = 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked';

  it('is the body as it was recorded', async () => {
    const auid = createAuid();
    const captures = [{ url: 'http://chunked.example/', head: framedHead, body }];
    const [uuid] = await store(service.client, captures, { auid });
    const [listed] = await service.client.artifacts(auid);
    expect(listed).toMatchObject({ contentLength: 15, contentDigest: `SHA-256:${hashSha256(body)}` });
    const payload = await send(service.client, 'GET', `/artifacts/${uuid}/payload`);
    expect([payload.status, payload.text, payload.headers.get('content-encoding')]).toEqual([
      200,
      body,
      null,
    ]);
    const { text } = await send(service.client, 'GET', `/artifacts/${uuid}/response`);
    expect(text).toBe(`${framedHead}\r\n\r\n${body}`);
    expect(await service.client.json(`/aus/${encodeURIComponent(auid)}/size`)).toMatchObject({
      totalAllVersions: 15,
    });
  });

  it('is the same as that of an artifact created with it', async () => {
    const auid = createAuid();
    const uri = 'http://chunked.example/';
    const parts = [makeProps({ auid, uri }), makeHead(`${framedHead}\r\n\r\n`), makeBody(body)];
    const { contentDigest } = readCreated(await post(service.client, parts));
    expect(contentDigest).toBe(`SHA-256:${hashSha256(body)}`);
  });
});
