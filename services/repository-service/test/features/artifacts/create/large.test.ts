// Large payloads: parts in any order, and bounded memory, on both kinds of store.
import { createHash, type Hash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { request } from 'node:http';
import { describeWithS3, measureRetainedMemory, toS3Environment } from '@holdfast/testkit';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { WARCParser } from 'warcio';
import { startTestService, type TestService } from '../../../service.ts';
import { createAuid, makeNoise } from '../captures.ts';
import { commit, makeBody, makeHead, makeProps, post, readCreated, type SentPart } from './post.ts';
import { expectNothingUnfinished, listSegments, listUnfinished, readSegment } from './stored.ts';

// Longer timeout, because the tests transfer many megabytes, which is slow on a busy machine.
jest.setTimeout(120_000);

const uri = 'http://www.example.org/large';
const okHead = 'HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\n\r\n';
const block = makeNoise(1024 * 1024);
const mib = 1024 * 1024;

/**
 * Yields `count` MiB, each with `noisy` incompressible bytes. Reuses one buffer, so that the test does not measure its
 * own memory.
 */
async function* megabytes(count: number, noisy = mib, hash?: Hash) {
  const rest = Buffer.concat([block.subarray(4, noisy), Buffer.alloc(mib - noisy)]);
  for (let i = 0; i < count; i++) {
    const number = Buffer.alloc(4);
    number.writeUInt32LE(i, 0);
    hash?.update(number).update(rest);
    yield number;
    yield rest;
  }
}

const large = (count: number, hash?: Hash) => makeBody(megabytes(count, mib, hash), 'video/mp4');

async function digestOf(service: TestService, uuid: string, path: string): Promise<string> {
  const hash = createHash('sha256');
  await new Promise<void>((resolve, reject) => {
    const asked = request(
      `${service.client.url}/artifacts/${uuid}${path}`,
      { headers: { authorization: service.client.authorization } },
      (response) => {
        response.on('data', (chunk: Buffer) => hash.update(chunk));
        response.once('end', () => (response.complete ? resolve() : reject(new Error('cut'))));
        response.once('error', reject);
      },
    );
    asked.once('error', reject);
    asked.end();
  });
  return hash.digest('hex');
}

type Order = (parts: Record<'props' | 'head' | 'payload', SentPart>) => SentPart[];

function largeCases(get: () => TestService, { orders: most = 6 } = {}): void {
  const all: [string, Order][] = [
    ['behind everything', ({ props, head, payload }) => [props, head, payload]],
    ['before its head', ({ props, head, payload }) => [props, payload, head]],
    ['before everything', ({ props, head, payload }) => [payload, head, props]],
    ['before its properties', ({ props, head, payload }) => [head, payload, props]],
    ['without a head', ({ props, payload }) => [props, payload]],
    ['without a head, first', ({ props, payload }) => [payload, props]],
  ];
  it.each(all.slice(0, most))('come %s', async (_, order) => {
    const hash = createHash('sha256');
    const parts = order({
      props: makeProps({ auid: createAuid(), uri }),
      head: makeHead(okHead),
      payload: large(9, hash),
    });
    const artifact = readCreated(await post(get().client, parts));
    const digest = hash.digest('hex');
    expect(artifact).toMatchObject({
      contentLength: 9 * mib,
      contentDigest: `SHA-256:${digest}`,
      version: 1,
    });
    expect(await digestOf(get(), artifact.uuid, '/payload')).toBe(digest);
  });

  it('are told to be duplicates', async () => {
    const auid = createAuid();
    const parts = () => [makeProps({ auid, uri }), large(9)];
    await commit(get().client, readCreated(await post(get().client, parts())));
    expect((await post(get().client, parts())).status).toBe(302);
    expect((await post(get().client, parts().reverse())).status).toBe(302);
  });
}

describe('large payloads on a file system', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  largeCases(() => service);

  it('are WARC records to warcio, whose segment is little longer than they are', async () => {
    const before = await listSegments(service);
    const hash = createHash('sha256');
    const parts = [large(9, hash), makeProps({ auid: createAuid(), uri: `${uri}/é` }), makeHead(okHead)];
    const { uuid } = readCreated(await post(service.client, parts));
    const [name, ...others] = (await listSegments(service)).filter((one) => !before.includes(one));
    expect(others).toEqual([]);
    const bytes = await readSegment(service, name!);
    expect(bytes.length).toBeLessThan(9.5 * mib);
    const types: (string | null)[] = [];
    for await (const record of new WARCParser([bytes])) {
      types.push(record.warcType);
      if (record.warcType !== 'response') continue;
      const read = Buffer.from(await record.readFully(false));
      expect(createHash('sha256').update(read).digest('hex')).toBe(hash.digest('hex'));
      expect(record.warcHeader('WARC-Record-ID')).toBe(`<urn:uuid:${uuid}>`);
      expect(record.warcTargetURI).toBe(`${uri}/é`);
      expect(record.httpHeaders?.headers.get('content-type')).toBe('video/mp4');
    }
    expect(types).toEqual(['warcinfo', 'response', 'metadata']);
  });

  it('take no more memory than small ones, and one file while they arrive', async () => {
    const hash = createHash('sha256');
    const heldBytes = () => {
      const { heapBytes, bufferBytes } = measureRetainedMemory();
      return heapBytes + bufferBytes;
    };
    const firstBytes = heldBytes();
    let mostBytes = 0;
    let mostFiles = 0;
    async function* watched() {
      let count = 0;
      for await (const piece of megabytes(72, 128 * 1024, hash)) {
        if (++count % 20 === 0) mostFiles = Math.max(mostFiles, await largeUnfinished());
        yield piece;
      }
    }
    // Memory must also stay bounded while the complete upload is being stored.
    const watching = setInterval(() => {
      mostBytes = Math.max(mostBytes, heldBytes() - firstBytes);
    }, 1_000);
    const parts = [makeBody(watched()), makeProps({ auid: createAuid(), uri }), makeHead(okHead)];
    const artifact = readCreated(await post(service.client, parts));
    clearInterval(watching);
    const contentDigest = `SHA-256:${hash.digest('hex')}`;
    expect(artifact).toMatchObject({ contentLength: 72 * mib, contentDigest });
    // Memory usually grows by 1 MiB. If other processes keep the machine busy, it may grow by tens of MiB for a short
    // time.
    expect(mostBytes).toBeLessThan(64 * mib);
    expect(mostFiles).toBe(1);
  });

  async function largeUnfinished(): Promise<number> {
    const sizes = (await listUnfinished(service)).map((path) => stat(path).catch(() => ({ size: 0 })));
    return (await Promise.all(sizes)).filter(({ size }) => size > mib).length;
  }

  it('may come before a head of any length', async () => {
    const long = (text: string) => makeHead(`HTTP/1.1 200 OK\r\nX: ${text}\r\n\r\n`);
    const auid = createAuid();
    const hex = makeNoise(400_000).toString('hex');
    const repeated = [makeProps({ auid, uri }), large(9), long('x'.repeat(900_000))];
    expect((await post(service.client, repeated)).status).toBe(201);
    expect((await post(service.client, [long(hex), large(9), makeProps({ auid, uri })])).status).toBe(201);
  });

  it('leave nothing unfinished', async () => {
    await expectNothingUnfinished(service);
  });
});

describeWithS3('large payloads on S3', (s3) => {
  let service: TestService;
  let bucket: string;
  beforeAll(async () => {
    const settings = await s3.bucket();
    bucket = settings.bucket;
    service = await startTestService({
      ...toS3Environment(settings),
      OBJECT_STORE: `s3:${bucket}/some/prefix`,
      S3_PART_SIZE: String(5 * mib),
    });
  });
  // The order of the parts affects only the form parser, not the store, so two orders are enough.
  largeCases(() => service, { orders: 2 });

  it('leave nothing unfinished', async () => {
    expect(await s3.openUploads(bucket)).toEqual([]);
  });
});
