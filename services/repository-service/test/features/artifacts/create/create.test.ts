// POST /artifacts: the stored artifact and all responses for it.
import { readdir } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../../../service.ts';
import { toSha256 } from '../../archives/made-archives.ts';
import { ask } from '../ask.ts';
import { createAuid, makeNoise } from '../captures.ts';
import { parseStrictParts } from '../strict-parts.ts';
import {
  commit,
  makeBody,
  makeHead,
  makeProps,
  post,
  readCreated,
  type SentPart,
  type WireArtifact,
} from './post.ts';

const uri = 'http://www.example.org/a?b=c d';
const okHead =
  'HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=UTF-8\r\nX-Odd:  two  blanks \xe9\r\n\r\n';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});

const create = async (parts: SentPart[], query?: Record<string, string>) =>
  readCreated(await post(service.client, parts, query && { query }));

async function readBack({ uuid, namespace }: WireArtifact) {
  const read = (path: string) => ask(service.client, `/artifacts/${uuid}${path}`, { query: { namespace } });
  const [whole, body, block] = [await read(''), await read('/payload'), await read('/response')];
  return { parts: parseStrictParts(whole), payload: body, response: block };
}

describe('creating an artifact', () => {
  it('answers 201 with an uncommitted artifact of version 1', async () => {
    const auid = createAuid();
    const before = Date.now();
    const answer = await post(service.client, [
      makeProps({ auid, uri, collectionDate: 1_390_766_784_000 }),
      makeHead(okHead),
      makeBody('<html>'),
    ]);
    const artifact = readCreated(answer);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(artifact).toMatchObject({
      namespace: 'default',
      auid,
      uri,
      version: 1,
      contentLength: 6,
      contentDigest: toSha256('<html>'),
      collectionDate: 1_390_766_784_000,
      state: 'UNCOMMITTED',
      committed: false,
    });
    expect(artifact.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(artifact.storeDate).toBeGreaterThanOrEqual(before);
    expect(artifact.storageUrl).toMatch(/^file:\/\/\/ns\/default\/[^?]+\.warc\.gz\?offset=\d+&length=\d+$/);
    const listed = await service.client.artifacts(auid, { includeUncommitted: true });
    expect(listed).toMatchObject([{ uuid: artifact.uuid, committed: false }]);
    expect(await service.client.artifacts(auid)).toEqual([]);
  });

  it('keeps the HTTP head byte for byte and the payload as it was given', async () => {
    const body = makeNoise(100_000);
    const artifact = await create([makeProps({ auid: createAuid(), uri }), makeHead(okHead), makeBody(body)]);
    const read = await readBack(artifact);
    expect(read.parts.map(({ name }) => name)).toEqual(['artifactProps', 'httpResponseHeader', 'payload']);
    expect(read.parts[1]!.body.toString('latin1')).toBe(okHead);
    expect(read.parts[2]!.body.equals(body)).toBe(true);
    expect(read.payload.body.equals(body)).toBe(true);
    expect(read.payload.headers['content-type']).toBe('text/html; charset=UTF-8');
    expect(read.response.body.equals(Buffer.concat([Buffer.from(okHead, 'latin1'), body]))).toBe(true);
  });

  const three = () => [makeProps({ auid: createAuid(), uri }), makeHead(okHead), makeBody('body')];
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];
  it.each(orders)('takes the parts in the order %i %i %i', async (...order) => {
    const parts = three();
    const artifact = await create(order.map((at) => parts[at]!));
    const read = await readBack(artifact);
    expect(read.response.body.toString('latin1')).toBe(`${okHead}body`);
  });

  it('takes the framing of curl, of Java clients, of requests, and of browsers', async () => {
    const properties = JSON.stringify({ auid: createAuid(), uri });
    const file = { filename: 'x', headers: { 'Content-Type': 'application/octet-stream' } };
    const framings: SentPart[][] = [
      // curl -F artifactProps=… -F httpResponseHeader=@head -F payload=@file
      [
        { name: 'artifactProps', body: properties },
        { ...file, name: 'httpResponseHeader', body: Buffer.from(okHead, 'latin1') },
        { ...file, name: 'payload', body: 'curl' },
      ],
      // Spring's MultipartBodyBuilder: each part has its own length and type, and only the payload has a filename
      [
        {
          name: 'artifactProps',
          headers: { 'Content-Type': 'application/json', 'Content-Length': String(properties.length) },
          body: properties,
        },
        {
          name: 'payload',
          filename: 'payload',
          headers: {
            'Content-Type': 'text/html',
            'X-Lockss-Content-Type': 'text/html',
            'Content-Length': '4',
          },
          body: 'java',
        },
        {
          name: 'httpResponseHeader',
          headers: { 'Content-Type': 'application/octet-stream', 'Content-Length': String(okHead.length) },
          body: Buffer.from(okHead, 'latin1'),
        },
      ],
      // every part is a file, and the payload has neither a filename nor a type
      [
        { name: 'artifactProps', filename: 'artifactProps.json', body: properties },
        { name: 'unknown', body: 'is passed over' },
        { name: 'httpResponseHeader', filename: '', body: Buffer.from(okHead, 'latin1') },
        { name: 'payload', body: 'bare' },
      ],
    ];
    for (const framing of framings) {
      const read = await readBack(await create(framing));
      expect(read.response.body.toString('latin1')).toMatch(
        /^HTTP\/1.1 200 OK[\s\S]*\r\n\r\n(curl|java|bare)$/,
      );
    }
  });

  it('makes a resource without a head or with an empty one, of the type of the payload part', async () => {
    const auid = createAuid();
    const cases: [SentPart[], string | undefined][] = [
      [[makeBody('a', 'text/plain; charset=utf-8')], 'text/plain; charset=utf-8'],
      [[makeHead(''), makeBody('b', 'image/png')], 'image/png'],
      [
        [
          {
            ...makeBody('c'),
            headers: { 'Content-Type': 'text/html', 'X-Lockss-Content-Type': 'a/b; c="d"' },
          },
        ],
        'a/b; c="d"',
      ],
      [[{ name: 'payload', filename: 'x', body: 'd' }], undefined],
    ];
    for (const [parts, type] of cases) {
      const artifact = await create([makeProps({ auid, uri }), ...parts]);
      const read = await readBack(artifact);
      expect(read.parts.map(({ name }) => name)).toEqual(['artifactProps', 'payload']);
      expect(read.payload.headers['content-type']).toBe(type ?? 'application/octet-stream');
      expect(read.response.headers['x-lockssrepo-artifactdatatype']).toBe('resource');
      expect(read.response.body.toString()).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    }
  });

  it('leaves a body alone whose head says that it is chunked', async () => {
    const chunkedHead = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n';
    for (const body of ['not chunked at all', '4\r\nbody\r\n0\r\n\r\n']) {
      const artifact = await create([
        makeProps({ auid: createAuid(), uri }),
        makeHead(chunkedHead),
        makeBody(body),
      ]);
      expect(artifact).toMatchObject({ contentLength: body.length, contentDigest: toSha256(body) });
      const read = await readBack(artifact);
      expect(read.payload.body.toString()).toBe(body);
      expect(read.response.body.toString()).toBe(`${chunkedHead}${body}`);
      expect(read.parts[2]!.body.toString()).toBe(body);
    }
  });

  it('ends a head that came without its blank line', async () => {
    for (const short of [
      'HTTP/1.1 404 Not Found',
      'HTTP/1.1 404 Not Found\r\nA: b',
      'HTTP/1.1 404\r\nA: b\r\n',
    ]) {
      const artifact = await create([
        makeProps({ auid: createAuid(), uri }),
        makeBody('body'),
        makeHead(short),
      ]);
      const { response } = await readBack(artifact);
      expect(response.body.toString()).toBe(`${short}${short.endsWith('\n') ? '' : '\r\n'}\r\nbody`);
    }
  });

  it('stores an empty payload', async () => {
    for (const parts of [[makeHead(okHead)], []]) {
      const artifact = await create([makeProps({ auid: createAuid(), uri }), ...parts, makeBody('')]);
      expect(artifact).toMatchObject({ contentLength: 0, contentDigest: toSha256('') });
      expect((await readBack(artifact)).payload.body.length).toBe(0);
    }
  });

  it('ignores what it determines itself and what it does not know, and takes numbers as text', async () => {
    const auid = createAuid();
    const artifact = await create([
      makeProps({
        auid,
        uri,
        collectionDate: '1390766784000',
        uuid: 'not-a-uuid',
        contentLength: 'many',
        contentDigest: 'SHA-256:0',
        storeDate: '17',
        state: 'COMMITTED',
        committed: true,
        version: null,
        storageUrl: 'file:///etc/passwd',
        whatever: { a: [1] },
      }),
      makeBody('x'),
    ]);
    expect(artifact).toMatchObject({ collectionDate: 1_390_766_784_000, contentLength: 1, committed: false });
    expect(artifact.uuid).toMatch(/^[0-9a-f-]{36}$/);
    expect(artifact.storageUrl).toContain('.warc.gz');
  });

  it('dates the collection now when it is not told when', async () => {
    const before = Date.now();
    const { collectionDate } = await create([makeProps({ auid: createAuid(), uri }), makeBody('x')]);
    expect(collectionDate).toBeGreaterThanOrEqual(before);
    expect(collectionDate).toBeLessThanOrEqual(Date.now());
  });

  it('takes the namespace of the properties, then that of the query, then the default', async () => {
    const [auid, body] = [createAuid(), makeBody('x')];
    const query = { namespace: 'of-query' };
    expect((await create([makeProps({ auid, uri, namespace: 'of-props' }), body], query)).namespace).toBe(
      'of-props',
    );
    expect((await create([makeProps({ auid, uri }), body], query)).namespace).toBe('of-query');
    const artifact = await create([makeProps({ auid, uri }), body]);
    expect(artifact.namespace).toBe('default');
    expect(artifact.version).toBe(1);
  });

  it('counts versions up, committed or not, and compares nothing with what is not committed', async () => {
    const auid = createAuid();
    const versions: number[] = [];
    for (const body of ['a', 'a', 'b'])
      versions.push((await create([makeProps({ auid, uri }), makeBody(body)])).version);
    expect(versions).toEqual([1, 2, 3]);
  });

  it('keeps odd and long names and URLs', async () => {
    const auid = `${'é&~/%2F? #'.repeat(100)}`;
    for (const odd of ['x', ' spaces ', 'tab\tand\nline', `http://a/${'長'.repeat(30_000)}`, '😀 %00 <b>']) {
      const artifact = await create([makeProps({ auid, uri: odd }), makeBody(odd)]);
      expect(artifact.uri).toBe(odd);
      expect((await readBack(artifact)).payload.body.toString()).toBe(odd);
    }
  });

  it('answers 302 to what the latest committed version holds, and stores nothing', async () => {
    const [auid, same] = [createAuid(), makeBody('the same')];
    const first = await create([makeProps({ auid, uri, namespace: 'twice' }), same]);
    await commit(service.client, first);
    const objects = await objectsOf();
    const again = await post(service.client, [
      same,
      makeHead(okHead),
      makeProps({ auid, uri, namespace: 'twice' }),
    ]);
    expect(again.status).toBe(302);
    expect(again.text).toBe('');
    expect(await objectsOf()).toEqual(objects);
    const listing = await ask(service.client, again.headers.location!);
    expect(JSON.parse(listing.body.toString()).artifacts).toMatchObject([{ uuid: first.uuid, version: 1 }]);
    const other = await create([makeProps({ auid, uri, namespace: 'twice' }), makeBody('another')]);
    expect(other.version).toBe(2);
    // The new content is compared with version 1, not with version 2, which is uncommitted.
    const refused = await post(service.client, [makeProps({ auid, uri, namespace: 'twice' }), same]);
    expect(refused.status).toBe(302);
    await commit(service.client, other);
    expect((await create([makeProps({ auid, uri, namespace: 'twice' }), same])).version).toBe(3);
  });
});

async function objectsOf(): Promise<string[]> {
  return (await readdir(service.storeFolder, { recursive: true }))
    .filter((name) => name.includes('.warc'))
    .sort();
}
