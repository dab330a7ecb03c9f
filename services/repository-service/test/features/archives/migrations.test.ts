// POST /migrations: artifacts of another repository keep their UUIDs and versions.
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import {
  makeChunkedBody,
  makeReferenceRecord,
  makeReferenceUuid,
  makeResponseRecord,
  type ReferenceArtifact,
} from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { readProblem, send } from '../../send.ts';
import { startTestService, type TestService } from '../../service.ts';
import { createAuid } from './made-archives.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ SEGMENT_RECORDS: '4' });
});

const namespace = 'default';
const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n';

function artifact(auid: string, path: string, over: Partial<ReferenceArtifact> = {}): ReferenceArtifact {
  const { version = 1 } = over;
  return {
    uuid: makeReferenceUuid(`${auid} ${path} ${version}`),
    ...{ namespace, auid, uri: `http://www.example.org/${path}`, version, head },
    ...{ collectionMs: 1_400_000_000_123, storeMs: 1_500_000_000_456 },
    payload: Buffer.from(`${path} ${version}`),
    ...over,
  };
}

const plain = (...artifacts: ReferenceArtifact[]) =>
  Buffer.concat(artifacts.map((one) => makeReferenceRecord(one)));
const gzipped = (...artifacts: ReferenceArtifact[]) =>
  Buffer.concat(artifacts.map((one) => gzipSync(makeReferenceRecord(one))));
const digestOf = (bytes: Buffer) => `SHA-256:${createHash('sha256').update(bytes).digest('hex')}`;
const listed = (auid: string) => service.client.artifacts(auid, { includeUncommitted: true });
const sizes = (auid: string) => service.client.json<object>(`/aus/${encodeURIComponent(auid)}/size`);
const segments = async () =>
  (await readdir(service.storeFolder, { recursive: true })).filter((name) => name.endsWith('.warc.gz'));

describe('POST /migrations', () => {
  it('stores artifacts with their own uuid, version, dates and state, in whatever order they come', async () => {
    const auid = createAuid();
    const given = [
      artifact(auid, 'a', { version: 3, payload: Buffer.from('three') }),
      artifact(auid, 'a', { version: 1, payload: Buffer.from('a') }),
      artifact(auid, 'b', { version: 7, payload: Buffer.from('same') }),
      artifact(auid, 'a', { version: 2, payload: Buffer.from('a') }),
      artifact(auid, 'a/of another kind', { head: undefined as never }),
      artifact(auid, 'c', { version: 2, payload: Buffer.from('not yet') }),
    ];
    const uncommitted = given[5]!.uuid;
    const answer = await service.client.migrate(gzipped(...given), { auid, uncommitted: [uncommitted] });
    expect(answer).toEqual(
      given.map(({ uuid, uri, version, payload, collectionMs }) => ({
        warcId: `<urn:uuid:${uuid}>`,
        ...{ offset: expect.any(Number), url: uri, artifactUuid: uuid, version, status: 'OK' },
        ...{ digest: digestOf(payload), contentLength: payload.length, collectionDate: collectionMs },
        committed: uuid !== uncommitted,
      })),
    );
    const found = await listed(auid);
    expect(found.length).toBe(given.length);
    for (const { uuid, uri, version, payload, collectionMs, storeMs } of given) {
      expect(found).toContainEqual(
        expect.objectContaining({
          ...{ uuid, uri, version, collectionDate: collectionMs, storeDate: storeMs, auid, namespace },
          ...{ contentDigest: digestOf(payload), contentLength: payload.length },
          committed: uuid !== uncommitted,
        }),
      );
      expect(await service.client.bytes(`/artifacts/${uuid}/payload`)).toEqual(payload);
    }
    const lengths = given.filter(({ uuid }) => uuid !== uncommitted).map(({ payload }) => payload.length);
    expect(await sizes(auid)).toMatchObject({
      totalAllVersions: lengths.reduce((sum, length) => sum + length, 0),
      totalLatestVersions: 'three'.length + 'same'.length + given[4]!.payload.length,
    });
  });

  it('goes on with versions behind those that came', async () => {
    const auid = createAuid();
    const five = artifact(auid, 'a', { version: 5 });
    await service.client.migrate(plain(five), { auid });
    const record = gzipSync(makeResponseRecord(five.uri, Buffer.from('new')));
    const { statuses } = await service.client.importArchive(record, { auid });
    expect(statuses).toMatchObject([{ status: 'OK', version: 6 }]);
  });

  it('keeps a payload as it is recorded, chunks and all', async () => {
    const auid = createAuid();
    const chunked = `${head.slice(0, -2)}Transfer-Encoding: chunked\r\n\r\n`;
    const bodies = [makeChunkedBody(Buffer.from('hello')), makeChunkedBody(Buffer.alloc(2_500_000, 'x'))];
    const given = bodies.map((payload, i) => artifact(auid, `chunked ${i}`, { head: chunked, payload }));
    const answer = await service.client.migrate(gzipped(...given), { auid });
    expect(answer.map(({ status, digest }) => [status, digest])).toEqual(
      bodies.map((payload) => ['OK', digestOf(payload)]),
    );
    for (const { uuid, payload } of given) {
      expect((await service.client.bytes(`/artifacts/${uuid}/payload`)).equals(payload)).toBe(true);
      const block = await service.client.bytes(`/artifacts/${uuid}/response`);
      expect(block.equals(Buffer.concat([Buffer.from(chunked), payload]))).toBe(true);
    }
  });

  it('knows what is here already, and stores none of it again', async () => {
    const auid = createAuid();
    const given = ['a', 'b', 'c', 'd', 'e', 'f'].map((path) => artifact(auid, path));
    const uncommitted = [given[1]!.uuid];
    await service.client.migrate(gzipped(...given.slice(0, 4)), { auid, uncommitted });
    const before = await segments();
    const again = await service.client.migrate(gzipped(...given.slice(0, 4)), { auid });
    expect(again.map(({ status, committed }) => [status, committed])).toEqual([
      ['DUPLICATE', true],
      ['DUPLICATE', false],
      ['DUPLICATE', true],
      ['DUPLICATE', true],
    ]);
    expect(await segments()).toEqual(before);
    const rest = await service.client.migrate(gzipped(...given, ...given), { auid });
    expect(rest.map(({ status }) => status)).toEqual([
      ...Array(4).fill('DUPLICATE'),
      ...Array(2).fill('OK'),
      ...Array(6).fill('DUPLICATE'),
    ]);
    expect((await listed(auid)).map(({ uuid }) => uuid).sort()).toEqual(given.map(({ uuid }) => uuid).sort());
  });

  it('changes nothing where an identity is that of another artifact', async () => {
    const [auid, other] = [createAuid(), createAuid()];
    const here = artifact(auid, 'a');
    await service.client.migrate(plain(here), { auid });
    const conflicts = [
      { ...here, payload: Buffer.from('other content') },
      { ...here, version: 2 },
      { ...here, uri: 'http://www.example.org/elsewhere' },
      { ...here, uuid: makeReferenceUuid(`${auid} impostor`) },
    ];
    const answer = await service.client.migrate(plain(...conflicts), { auid });
    expect(answer.map(({ status, statusMessage }) => [status, statusMessage])).toEqual([
      ['ERROR', expect.stringContaining('another digest')],
      ['ERROR', expect.stringContaining('another version')],
      ['ERROR', expect.stringContaining('another URL')],
      ['ERROR', expect.stringContaining(`already exists here as another artifact (${here.uuid})`)],
    ]);
    const elsewhere = await service.client.migrate(plain({ ...here, auid: other }), { auid: other });
    expect(elsewhere).toMatchObject([
      { status: 'ERROR', statusMessage: expect.stringContaining('another AU') },
    ]);
    expect(await listed(auid)).toMatchObject([{ uuid: here.uuid, contentDigest: digestOf(here.payload) }]);
    expect((await service.client.get(`/aus/${encodeURIComponent(other)}/artifacts`)).status).toBe(404);
  });

  it('refuses what is no artifact of the AU, and goes on', async () => {
    const auid = createAuid();
    const good = artifact(auid, 'good');
    const damaged = artifact(auid, 'damaged');
    const damagedRecord = makeReferenceRecord(damaged);
    damagedRecord.write('D', damagedRecord.length - 5);
    const archive = Buffer.concat([
      makeReferenceRecord({ ...good, auid: 'another' }),
      makeReferenceRecord({ ...good, namespace: 'another' }),
      makeReferenceRecord({ ...good, version: 0 }),
      makeReferenceRecord({ ...good, uuid: 'no-uuid' }),
      makeResponseRecord('http://www.example.org/', Buffer.from('of no repository')),
      damagedRecord,
      makeReferenceRecord(good, { 'WARC-Target-URI': 'http://www.example.org/said/twice' }),
    ]);
    const answer = await service.client.migrate(archive, { auid });
    expect(answer.map(({ status, statusMessage }) => [status, statusMessage])).toEqual([
      ['ERROR', 'it belongs to another AU: another'],
      ['ERROR', 'it belongs to another namespace: another'],
      ['ERROR', 'X-LockssRepo-Artifact-Version is missing or invalid'],
      ['ERROR', 'its WARC-Record-ID is not the UUID of an artifact'],
      ['ERROR', expect.stringContaining('it was not exported from a repository')],
      ['ERROR', 'the digest of its payload does not match the recorded digest'],
      ['OK', undefined],
    ]);
    expect(await listed(auid)).toMatchObject([{ uuid: good.uuid }]);
    const kept = await service.client.migrate(damagedRecord, { auid, quarantine: true });
    expect(kept).toMatchObject([{ status: 'OK', artifactUuid: damaged.uuid }]);
    const { damaged: mark } = await service.client
      .json<{ damaged: string }>(`/artifacts/${damaged.uuid}?includeContent=NEVER`)
      .catch(() => ({ damaged: 'unread' }));
    expect(mark).toBeDefined();
  });

  it('leaves out what it is told to', async () => {
    const auid = createAuid();
    const given = ['a', 'b', 'c'].map((path) => artifact(auid, path));
    const except = [given[0]!.uuid.toUpperCase(), given[2]!.uuid];
    const answer = await service.client.migrate(plain(...given), { auid, except });
    expect(answer.map(({ status }) => status)).toEqual(['EXCLUDED', 'OK', 'EXCLUDED']);
  });

  it.each([
    ['a list with something else than uuids', { auid: 'a', except: 'all of them' }],
    ['no AUID', {}],
    ['an empty AUID', { auid: '' }],
  ])('is 400 for %s', async (_name, fields) => {
    const archive = new Blob([new Uint8Array(plain(artifact('a', 'a')))]);
    const parts = [...Object.entries(fields), ['archive', archive]] as [string, string | Blob][];
    const answer = await send(service.client, 'POST', '/migrations', { parts });
    expect(readProblem(answer)).toMatchObject({ status: 400 });
  });
});
