// GET /artifacts/{uuid}: the multipart response (parsed by the fetch API and by strict-parts.ts), the JSON response,
// and the errors of the three operations that read an artifact.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../../service.ts';
import { type Answer, ask, readProblem } from './ask.ts';
import { createAuid, hashSha256, makeNoise, plainHead, store } from './captures.ts';
import { parseStrictParts } from './strict-parts.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

const get = (uuid: string, query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  ask(service.client, `/artifacts/${uuid}`, { query, headers });

/** Parses a multipart response with the fetch API. */
const formOf = ({ headers, body }: Answer) =>
  new Response(new Uint8Array(body), { headers: { 'content-type': headers['content-type']! } }).formData();

describe('an artifact in parts', () => {
  it.each([10, 5_000, 2_500_000])(
    'has properties, head and payload of %d bytes, in this order',
    async (size) => {
      const [auid, url, body] = [createAuid(), 'http://a/ä?"x"&%2F', makeNoise(size)];
      const [uuid] = await store(service.client, [{ url, head: plainHead, body }], { auid });
      const answer = await get(uuid!);
      expect([answer.status, answer.cut]).toEqual([200, false]);
      const parts = parseStrictParts(answer);
      expect(parts.map(({ name }) => name)).toEqual(['artifactProps', 'httpResponseHeader', 'payload']);
      const [properties, head, payload] = parts;
      expect(properties!.headers).toEqual({ 'content-type': 'application/json' });
      expect(JSON.parse(properties!.body.toString())).toEqual({
        namespace: 'default',
        uuid,
        auid,
        uri: url,
        version: 1,
        contentLength: size,
        contentDigest: `SHA-256:${hashSha256(body)}`,
        collectionDate: Date.UTC(2020, 1, 20, 20, 20, 20),
        storeDate: expect.any(Number),
        state: 'COMMITTED',
      });
      expect(head!.headers).toEqual({ 'content-type': 'application/octet-stream' });
      expect(head!.body.toString()).toBe(`${plainHead}\r\n\r\n`);
      expect(payload).toMatchObject({
        filename: 'payload',
        headers: { 'content-type': 'text/html', 'content-length': String(size) },
      });
      expect(payload!.body.equals(body)).toBe(true);
    },
  );

  it('is read alike by the parser of fetch', async () => {
    const body = Buffer.concat([Buffer.from('--holdfast-\r\n\r\n--\r\n'), makeNoise(9_000)]);
    const [uuid] = await store(service.client, [{ head: plainHead, body }]);
    const form = await formOf(await get(uuid!));
    expect([...form.keys()]).toEqual(['artifactProps', 'httpResponseHeader', 'payload']);
    const payload = form.get('payload') as File;
    expect([payload.name, payload.type]).toEqual(['payload', 'text/html']);
    expect(Buffer.from(await payload.arrayBuffer()).equals(body)).toBe(true);
  });

  it('has no head when it is a resource', async () => {
    const [uuid] = await store(service.client, [{ body: 'text', contentType: 'text/plain; charset=utf-8' }]);
    const parts = parseStrictParts(await get(uuid!));
    expect(parts.map(({ name }) => name)).toEqual(['artifactProps', 'payload']);
    expect(parts[1]!.headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  it('gives a malformed Content-Type of a resource back as it came', async () => {
    const [uuid] = await store(service.client, [{ body: 'text', contentType: 'x-ms-wmv' }]);
    expect(parseStrictParts(await get(uuid!))[1]!.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-lockss-content-type': 'x-ms-wmv',
    });
  });

  it('keeps a hostile Content-Type out of its part', async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r--x\rX-Evil: 1';
    const [uuid] = await store(service.client, [{ head, body: 'x' }]);
    const payload = parseStrictParts(await get(uuid!)).at(-1)!;
    expect(payload.headers).toEqual({ 'content-type': 'application/octet-stream', 'content-length': '1' });
  });

  it.each([
    ['ALWAYS', 4_097, true],
    ['IF_SMALL', 4_096, true],
    ['IF_SMALL', 4_097, false],
    ['NEVER', 1, false],
  ])('with includeContent=%s and %d bytes', async (includeContent, size, included) => {
    const [uuid] = await store(service.client, [{ head: plainHead, body: makeNoise(size) }]);
    const answer = await get(uuid!, { includeContent });
    const names = parseStrictParts(answer).map(({ name }) => name);
    expect(names).toEqual(['artifactProps', 'httpResponseHeader', ...(included ? ['payload'] : [])]);
    expect(answer.headers['x-lockssrepo-includescontent']).toBe(String(included));
  });

  it('answers HEAD with the length of the GET', async () => {
    const [uuid] = await store(service.client, [{ head: plainHead, body: makeNoise(2_000_000) }]);
    const length = (await get(uuid!)).headers['content-length'];
    const answer = await ask(service.client, `/artifacts/${uuid}`, { method: 'HEAD' });
    expect([answer.status, answer.headers['content-length'], answer.body.length]).toEqual([200, length, 0]);
  });
});

describe('what a client accepts', () => {
  it.each([
    ['application/json', 'application/json; charset=utf-8'],
    ['application/json;q=0.5, text/html', 'application/json; charset=utf-8'],
    ['multipart/form-data;q=0, application/*', 'application/json; charset=utf-8'],
    ['multipart/form-data', 'multipart/form-data'],
    ['multipart/*', 'multipart/form-data'],
    ['multipart/form-data, application/json', 'multipart/form-data'],
    ['*/*', 'multipart/form-data'],
    ['', 'multipart/form-data'],
  ])('%s', async (accept, type) => {
    const [uuid] = await store(service.client, [{ head: plainHead, body: 'x' }]);
    const { status, headers } = await get(uuid!, {}, accept ? { accept } : {});
    expect([status, headers['content-type']!.replace(/; boundary=.*/, '')]).toEqual([200, type]);
  });

  it.each(['text/html', 'application/xml;q=1', 'multipart/mixed', '*/*;q=0'])('%s is 406', async (accept) => {
    const [uuid] = await store(service.client, [{ head: plainHead, body: 'x' }]);
    const answer = await get(uuid!, {}, { accept });
    expect([answer.status, readProblem(answer).status]).toEqual([406, 406]);
  });

  it('may be JSON: what a listing says of the artifact', async () => {
    const auid = createAuid();
    const [uuid] = await store(service.client, [{ head: plainHead, body: 'x' }], { auid });
    const json = JSON.parse((await get(uuid!, {}, { accept: 'application/json' })).body.toString());
    expect([json]).toEqual(await service.client.artifacts(auid));
    expect(json).toMatchObject({
      committed: true,
      state: 'COMMITTED',
      storageUrl: expect.stringMatching(
        /^file:\/\/\/ns\/default\/[0-9a-f]{64}\/[0-9a-f-]{36}\.warc\.gz\?offset=\d+&length=\d+$/,
      ),
    });
    expect(JSON.stringify(json)).not.toContain(service.storeFolder);
  });
});

describe.each(['', '/payload', '/response'])('GET /artifacts/{uuid}%s', (way) => {
  let uuid: string;

  beforeAll(async () => {
    [uuid] = (await store(service.client, [{ head: plainHead, body: 'x' }], { namespace: 'other' })) as [
      string,
    ];
  });

  it('finds an artifact in its namespace and in no other', async () => {
    const status = async (query: Record<string, string>) =>
      (await ask(service.client, `/artifacts/${uuid}${way}`, { query })).status;
    expect(await status({ namespace: 'other' })).toBe(200);
    expect(await status({})).toBe(404);
    expect(await status({ namespace: 'default' })).toBe(404);
    expect(await status({ namespace: 'nowhere' })).toBe(404);
  });

  it.each([
    '00000000-0000-7000-8000-000000000000',
    'no-uuid',
    '..%2f..%2fetc%2fpasswd',
    "'%20or%201=1--",
    '%20',
    '%C3%A4',
    'x'.repeat(2_000),
  ])('is 404 for %s', async (wrong) => {
    const answer = await ask(service.client, `/artifacts/${wrong}${way}`);
    expect(readProblem(answer)).toMatchObject({ status: 404, title: 'Not Found' });
  });

  it('takes a uuid in its one spelling only', async () => {
    const answer = await ask(service.client, `/artifacts/${uuid.toUpperCase()}${way}`, {
      query: { namespace: 'other' },
    });
    expect(answer.status).toBe(404);
  });

  it.each(['%00', '%E4', '%zz'])('is 400 for a path with %s', async (wrong) => {
    expect(readProblem(await ask(service.client, `/artifacts/${wrong}${way}`)).status).toBe(400);
  });

  it.each([
    [{ includeContent: 'always' }, 'includeContent'],
    [{ includeContent: '' }, 'includeContent'],
    [{ namespace: 'a b' }, 'namespace'],
    [{ namespace: 'x'.repeat(256) }, 'namespace'],
  ])('is 400 for %j', async (query, named) => {
    const answer = await ask(service.client, `/artifacts/${uuid}${way}`, { query });
    expect(readProblem(answer)).toMatchObject({ status: 400, detail: expect.stringContaining(named) });
  });
});
