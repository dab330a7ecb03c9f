// Covers: packages/client packages/api-types services/repository-service
// Tests the client against a real repository service: streamed uploads and downloads, paging, and time limits.
import { randomBytes } from 'node:crypto';
import { buffer, json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { createRepositoryClient, type RepositoryClient, ServiceError } from '@holdfast/client';
import { createTemporaryFolder, createTestDatabase, makeWarc } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startRepository } from '../support/repository-server.ts';

const password = 'correct: horse, battery';
let url: string;
let repository: RepositoryClient;
beforeAll(async () => {
  const server = await startRepository({
    databaseUrl: (await createTestDatabase()).url,
    objectStore: `fs:${await createTemporaryFolder()}`,
    env: { ADMIN_PASSWORD: password, REPLAY_CDX_LIMIT: '3', MAX_IMPORTS: '2' },
  });
  ({ url } = server.client);
  repository = createRepositoryClient({ url, user: 'admin', password });
});

describe('an import', () => {
  it('gives its results while the archive is on its way, and DUPLICATE when it is repeated', async () => {
    const [first, second] = ['early', 'late'].map((seed) => makeWarc(3, 500, seed).bytes);
    const isSeen = Promise.withResolvers<void>();
    async function* archive() {
      yield first!;
      await isSeen.promise;
      yield second!;
    }
    const uuids: unknown[] = [];
    for await (const { status, artifactUuid } of repository.importArchive({
      auid: 'live',
      archive: archive(),
    })) {
      expect(status).toBe('OK');
      uuids.push(artifactUuid);
      isSeen.resolve();
    }
    expect(uuids).toHaveLength(6);
    const again = await collectAll(
      repository.importArchive({ auid: 'live', archive: Buffer.concat([first!, second!]) }),
    );
    expect(again.map(({ status }) => status)).toEqual(Array(6).fill('DUPLICATE'));
    expect(again.map(({ artifactUuid }) => artifactUuid)).toEqual(uuids);
  });

  it('that is stopped in the middle keeps what it acknowledged, and can be repeated', async () => {
    const { bytes, records } = makeWarc(40, 2_000);
    const stop = new AbortController();
    async function* archive() {
      yield bytes.subarray(0, records[30]!.offset);
      await sleep(60_000, undefined, { signal: stop.signal });
    }
    const acknowledged: string[] = [];
    const importing = (async () => {
      const input = { auid: 'stopped', archive: archive() };
      for await (const { artifactUuid } of repository.importArchive(input, { signal: stop.signal })) {
        acknowledged.push(artifactUuid!);
        stop.abort(new Error('enough'));
      }
    })();
    await expect(importing).rejects.toThrow('enough');
    const listed = await collectAll(repository.artifacts({ auid: 'stopped' }));
    expect(listed.map(({ uuid }) => uuid)).toEqual(expect.arrayContaining(acknowledged));

    const again = await collectAll(repository.importArchive({ auid: 'stopped', archive: bytes }));
    expect(again).toHaveLength(40);
    expect(again.filter(({ status }) => status === 'DUPLICATE').length).toBeGreaterThanOrEqual(
      acknowledged.length,
    );
    const found = await collectAll(repository.artifacts({ auid: 'stopped', version: 'all' }));
    expect(found.map(({ uri }) => uri).sort()).toEqual(records.map((record) => record.url).sort());
  });

  it('is told how long to wait when there are too many', async () => {
    const isRefused = Promise.withResolvers<void>();
    async function* archive(bytes: Buffer) {
      yield bytes;
      await isRefused.promise;
    }
    const { bytes } = makeWarc(2, 500, 'third');
    const taken = ['first', 'second'].map((auid) =>
      repository.importArchive({ auid, archive: archive(makeWarc(2, 500, auid).bytes) }),
    );
    await Promise.all(taken.map((results) => results.next()));
    const refused = repository.importArchive({ auid: 'third', archive: bytes });
    await expect(refused.next()).rejects.toMatchObject({ status: 503, retryAfterMs: 10_000 });
    isRefused.resolve();
    for (const results of taken) expect(await collectAll(results)).toHaveLength(1);
  });
});

describe('an artifact', () => {
  it('is created from a stream, read back byte for byte, and committed', async () => {
    // The payload is gzip-encoded: if the client decoded the Content-Encoding, the bytes would differ from the archived
    // bytes.
    const payload = gzipSync(randomBytes(300_000).toString('hex'));
    const httpResponseHeader = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n';
    const properties = { auid: 'created', uri: 'http://www.example.org/gz' };
    async function* content() {
      for (let at = 0; at < payload.length; at += 50_000) yield payload.subarray(at, at + 50_000);
    }
    const created = await repository.create({ properties, httpResponseHeader, payload: content() });
    if (created.isDuplicate) throw new Error('there was nothing yet');
    const uuid = created.artifact.uuid!;
    expect(created.artifact).toMatchObject({ ...properties, version: 1, committed: false });

    const { headers, body } = await repository.getArtifactDataByPayload({ uuid });
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': `${payload.length}` });
    expect((await buffer(body)).equals(payload)).toBe(true);
    const part = await repository.getArtifactDataByPayload({ uuid, Range: 'bytes=1-3' });
    expect([part.status, await buffer(part.body)]).toEqual([206, payload.subarray(1, 4)]);
    const same = await repository.getArtifactDataByPayload({ uuid, 'If-None-Match': headers.etag! });
    expect([same.status, await buffer(same.body)]).toEqual([304, Buffer.alloc(0)]);

    const committed = await repository.updateArtifact({ uuid, body: { committed: true } });
    expect(committed).toMatchObject({ uuid, committed: true });
    expect(await repository.artifact({ uuid })).toEqual(committed);
    const again = await repository.create({ properties, httpResponseHeader, payload });
    expect(again).toEqual({
      isDuplicate: true,
      location: expect.stringMatching(/^\/aus\/created\/artifacts\?/),
    });

    expect(await repository.deleteArtifact({ uuid })).toBeUndefined();
    await expect(repository.artifact({ uuid })).rejects.toMatchObject({ status: 404 });
  });
});

describe('a refusal', () => {
  it('is an error with the shape of the service', async () => {
    const error: unknown = await repository.getArtifactsSize({ auid: 'nowhere' }).catch((caught) => caught);
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({
      operation: 'GET /aus/{auid}/size',
      message: 'GET /aus/{auid}/size: 404 There is no AU "nowhere" in namespace "default".',
      status: 404,
      problem: { status: 404, title: 'Not Found', path: '/aus/nowhere/size', serverErrorType: 'NONE' },
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      retryAfterMs: undefined,
    });
  });

  it('is one wherever it comes: before a listing, before an import, of who is not known', async () => {
    await expect(collectAll(repository.artifacts({ auid: 'a', limit: -1 }))).rejects.toMatchObject({
      status: 400,
    });
    const archive = Buffer.from('This is no WARC.');
    await expect(collectAll(repository.importArchive({ auid: 'a', archive }))).rejects.toMatchObject({
      status: 400,
      problem: { title: 'Bad Request' },
    });
    const client = createRepositoryClient({ url, user: 'admin', password: 'letmein' });
    const error = await client.getNamespaces().catch((caught) => caught);
    expect(error).toMatchObject({ status: 401, detail: expect.any(String) });
    expect(String(error.stack)).not.toContain('letmein');
  });
});

describe('a listing', () => {
  const create = async (name: string) => {
    const properties = { auid: 'paged', uri: `http://www.example.org/${name}` };
    const created = await repository.create({ properties, payload: Buffer.from(name) });
    if (created.isDuplicate) throw new Error(name);
    await repository.updateArtifact({ uuid: created.artifact.uuid!, body: { committed: true } });
  };

  it('goes over all pages while others write', async () => {
    const names = Array.from({ length: 11 }, (_, index) => `k${String(index).padStart(2, '0')}`);
    for (const name of names) await create(name);
    const found: string[] = [];
    for await (const { uri } of repository.artifacts({ auid: 'paged', limit: 4 })) {
      found.push(uri!.slice('http://www.example.org/'.length));
      if (found.length === 5) await Promise.all(['a', 'k00a', 'z'].map(create));
    }
    // The listing must contain each original URL once and in order, and each new URL that sorts after the current page.
    expect(found).toEqual([...names, 'z']);
    expect(
      await collectAll(repository.artifactsFromAllAus({ urlPrefix: 'http://www.example.org/k0', limit: 2 })),
    ).toHaveLength(11);
    expect(await collectAll(repository.auids({ limit: 1 }))).toEqual(
      expect.arrayContaining(['live', 'paged', 'stopped']),
    );
  });

  it('of captures goes on where the service bounds its answer', async () => {
    const query = { namespace: 'default', url: 'www.example.org/k', matchType: 'prefix' } as const;
    const captures = await collectAll(repository.captures(query));
    expect(captures.map(({ url: captured }) => captured)).toHaveLength(12);
    const lines = await collectAll(repository.cdxLines({ ...query, output: 'cdxj', limit: 7 }));
    expect(lines.map((line) => line.split(' ')[0])).toEqual(captures.slice(0, 7).map(({ urlkey }) => urlkey));
    expect(await collectAll(repository.captures({ ...query, url: 'www.example.org/none' }))).toEqual([]);

    const { filename } = captures[0]!;
    const { body } = await repository.getWarcArchive({ fileName: filename! });
    expect((await buffer(body)).length).toBeGreaterThan(100);
    const pages = await repository.getCdxb({ ...query, showNumPages: true, output: 'json' });
    expect(await json(pages.body)).toMatchObject({ captures: 12 });
  });
});

async function collectAll<T>(listing: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of listing) found.push(item);
  return found;
}
