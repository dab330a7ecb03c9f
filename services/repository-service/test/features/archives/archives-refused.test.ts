// POST /archives: rejected uploads, and clients that disconnect.
import { readdir, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { openDatabase } from '@holdfast/pg-kit';
import { createTemporaryFolder, type ImportStatus, makeResponseRecord, makeWarc } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../../service.ts';
import { listSegments } from '../artifacts/create/stored.ts';
import { createAuid, gzip, listStatuses, makeResponse } from './made-archives.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

describe('what cannot be imported', () => {
  it.each([
    ['a zip archive', Buffer.from('UEsDBAoAAAAAAAAAIQAAAAAAAAAAAAAAAAABAAAAYVBLAQIKAAoAAAAAAAAA', 'base64')],
    ['zstandard of something else', zstdCompressSync('hello')],
    ['HTML', Buffer.from('<!doctype html><html></html>')],
    ['nothing', Buffer.alloc(0)],
    ['gzip of something else', gzipSync('hello')],
  ])('is 400: %s', async (_name, bytes) => {
    const auid = createAuid();
    const answer = await service.client.importArchive(bytes, { auid });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ status: 400, detail: expect.any(String) });
    const listing = await service.client.get(`/aus/${encodeURIComponent(auid)}/artifacts`);
    expect(listing.status).toBe(404);
  });

  it.each([
    ['an empty AUID', { auid: '' }],
    ['an AUID of 8,193 characters', { auid: 'x'.repeat(8_193) }],
    ['a bad namespace', { auid: 'a', namespace: 'no spaces' }],
  ])('is 400: %s', async (_name, options) => {
    const answer = await service.client.importArchive(gzip(makeResponse('http://a/', 'x')), options);
    expect(answer.status).toBe(400);
  });

  it.each([
    ['no multipart at all', 'application/warc', 'WARC/1.0'],
    ['no boundary', 'multipart/form-data', 'x'],
    ['no parts', 'multipart/form-data; boundary=b', '--b--\r\n'],
    [
      'no archive',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="auid"\r\n\r\na\r\n--b--\r\n',
    ],
    [
      'a form that just ends',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="archive"; filename="a"\r\n\r\nWARC/1.0',
    ],
    [
      'another file',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="other"; filename="a"\r\n\r\nx\r\n--b--\r\n',
    ],
  ])('is 400: %s', async (_name, contentType, body) => {
    const { url, authorization } = service.client;
    const answer = await fetch(`${url}/archives`, {
      method: 'POST',
      headers: { authorization, 'content-type': contentType },
      body,
    });
    expect({ status: answer.status, text: await answer.text() }).toMatchObject({ status: 400 });
  });

  it.each(['storeDuplicate', 'namespace', 'excludeStatusPattern'])(
    'is 400: %s as a field of the form, where it would have no effect',
    async (name) => {
      const auid = createAuid();
      const form = new FormData();
      for (const [field, value] of Object.entries({ auid, [name]: 'true' })) form.set(field, value);
      form.set('archive', new Blob([gzip(makeResponse('http://a/', 'x'))]), 'a.warc.gz');
      const { url, authorization } = service.client;
      const request = { method: 'POST', headers: { authorization }, body: form };
      const answer = await fetch(`${url}/archives`, request);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ detail: expect.stringContaining(`\`${name}\``) });
      const listing = await service.client.get(`/aus/${encodeURIComponent(auid)}/artifacts`);
      expect(listing.status).toBe(404);
    },
  );

  it('is 401 without credentials', async () => {
    const answer = await fetch(`${service.client.url}/archives`, { method: 'POST', body: new FormData() });
    expect(answer.status).toBe(401);
  });
});

describe('a client that goes away in the middle', () => {
  it('leaves what was acknowledged, nothing else, and no file', async () => {
    const auid = createAuid();
    const made = makeWarc(10, 500, 'gone');
    const controller = new AbortController();
    const acknowledged: ImportStatus[] = [];
    async function* half() {
      yield made.bytes.subarray(0, made.records[5]!.offset);
      await sleep(60_000, undefined, { signal: controller.signal }).catch(() => undefined);
    }
    const importing = service.client.importArchive(Readable.from(half()), {
      auid,
      signal: controller.signal,
      onStatus: (status) => {
        acknowledged.push(status);
        if (acknowledged.length === 5) controller.abort();
      },
    });
    await expect(importing).rejects.toThrow();
    const listed = await service.client.artifacts(auid);
    expect(listed.map(({ uuid }) => uuid).sort()).toEqual(
      acknowledged.map(({ artifactUuid }) => artifactUuid).sort(),
    );
    expect(await readdir(service.spoolFolder).catch(() => [])).toEqual([]);
  });
});

describe('a client that sends too slowly', () => {
  let impatient: TestService;
  beforeAll(async () => {
    impatient = await startTestService({
      CLIENT_LEAST_RATE: '2KiB',
      CLIENT_RATE_WINDOW: '600ms',
      SEGMENT_AGE: '10ms',
      MAX_IMPORTS_PER_USER: '1',
    });
  });

  /** Yields records and then one very long record. Yields full chunks until `slow` aborts, then single bytes. */
  async function* trickle(records: Buffer, { slow, ended }: { slow: AbortSignal; ended: AbortSignal }) {
    yield records;
    const head = makeResponseRecord('http://slow.example/', Buffer.alloc(0)).toString('latin1');
    yield Buffer.from(head.replace(/Content-Length: \d+/, 'Content-Length: 1000000000'));
    while (!ended.aborted) {
      yield Buffer.alloc(slow.aborted ? 1 : 10_000);
      await sleep(20, undefined, { signal: ended }).catch(() => undefined);
    }
  }

  it('is ended with an error, and keeps what was acknowledged', async () => {
    const auid = createAuid();
    const made = makeWarc(10, 500, 'slow');
    const [slow, ended] = [new AbortController(), new AbortController()];
    const archive = Readable.from(trickle(made.bytes, { slow: slow.signal, ended: ended.signal }));
    const onStatus = () => slow.abort();
    const importing = impatient.client.importArchive(archive, { auid, onStatus });
    const other = await eventually(() =>
      impatient.client.importArchive(made.bytes, { auid: createAuid() }).then(({ status, body }) => {
        return status === 503 ? body : undefined;
      }),
    );
    expect(other).toContain('1 imports of this user');
    const { status, statuses } = await importing;
    ended.abort();
    expect(status).toBe(200);
    expect(statuses.at(-1)).toMatchObject({
      status: 'ERROR',
      statusMessage: expect.stringContaining('slower than the minimum rate of this service'),
    });
    const stored = statuses.slice(0, -1).map(({ artifactUuid }) => artifactUuid);
    expect(stored.length).toBeGreaterThan(0);
    expect((await impatient.client.artifacts(auid)).map(({ uuid }) => uuid).sort()).toEqual(stored.sort());
  });

  it('is answered 400 when nothing was acknowledged, and leaves its place to others', async () => {
    const made = makeWarc(1, 500, 'slow at once');
    const ended = new AbortController();
    const slow = AbortSignal.abort();
    const archive = Readable.from(trickle(Buffer.alloc(0), { slow, ended: ended.signal }));
    const answer = await impatient.client.importArchive(archive, { auid: createAuid() });
    ended.abort();
    expect(answer).toMatchObject({ status: 400, body: expect.stringContaining('CLIENT_LEAST_RATE') });
    expect((await impatient.client.importArchive(made.bytes, { auid: createAuid() })).status).toBe(200);
  });
});

async function eventually<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
  }
}

describe('an index that takes no artifacts', () => {
  it('is 502, and nothing is left in the store', async () => {
    const refusing = await startTestService();
    const database = openDatabase({
      url: refusing.databaseUrl,
      applicationName: 'test',
      onError: () => undefined,
    });
    await database.pool.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
      create trigger refuse before insert on artifact execute function refuse();`);
    const [auid, archive] = [createAuid(), makeWarc(20, 500, 'refused').bytes];
    const answer = await refusing.client.importArchive(archive, { auid });
    expect(answer.status).toBe(502);
    expect(JSON.parse(answer.body)).toMatchObject({ detail: 'The index could not record the artifact.' });
    expect(await listSegments(refusing)).toEqual([]);
    await database.pool.query('drop trigger refuse on artifact');
    await database.close();
    const { statuses } = await refusing.client.importArchive(archive, { auid });
    expect(statuses.map(({ status }) => status)).toEqual(Array(20).fill('OK'));
  });
});

describe('a disk that becomes full', () => {
  it('ends imports and refuses changes, keeps what was acknowledged, and lets all go on when there is room', async () => {
    const folder = await createTemporaryFolder();
    const disk = join(folder, 'disk');
    // Makes `disk` a link to another folder, for example on a file system without free space.
    const moveTo = async (where: string) => {
      await symlink(where, `${disk}.new`);
      await rename(`${disk}.new`, disk);
    };
    await moveTo(folder);
    const { client, storeFolder } = await startTestService({
      DATABASE_DIR: disk,
      DISK_RESERVE: '1MiB',
      SEGMENT_AGE: '20ms',
    });
    const saysFull = async () =>
      /^disk full: /.test((await client.json<{ reason?: string }>('/status')).reason ?? '');
    const becomes = async (full: boolean) => {
      while ((await saysFull()) !== full) await sleep(20);
    };

    const auid = createAuid();
    const made = makeWarc(10, 500, 'filling');
    const firstHalf = Promise.withResolvers<void>();
    async function* half() {
      yield made.bytes.subarray(0, made.records[5]!.offset);
      await firstHalf.promise;
      await moveTo('/proc');
      await becomes(true);
      yield made.bytes.subarray(made.records[5]!.offset);
    }
    const seen: ImportStatus[] = [];
    await client.importArchive(Readable.from(half()), {
      auid,
      onStatus: (status) => seen.push(status) === 5 && firstHalf.resolve(),
    });
    expect(listStatuses(seen)).toEqual([...Array(5).fill('OK'), 'ERROR']);
    expect(seen[5]!.statusMessage).toMatch(/The import stopped here: .*disk full/);

    const refused = await client.importArchive(made.bytes, { auid });
    expect([refused.status, JSON.parse(refused.body).detail]).toEqual([
      502,
      expect.stringContaining('disk full: '),
    ]);
    const listed = await client.artifacts(auid);
    expect(listed.map(({ uuid }) => uuid).sort()).toEqual(
      seen.flatMap(({ artifactUuid }) => artifactUuid ?? []).sort(),
    );
    const gone = await fetch(`${client.url}/artifacts/${listed[0]!.uuid}`, {
      method: 'DELETE',
      headers: { authorization: client.authorization },
    });
    expect(gone.status).toBe(503);
    for (const { uuid } of listed) await client.bytes(`/artifacts/${uuid}/payload`);
    expect(await readdir(join(storeFolder, 'tmp'))).toEqual([]);

    await moveTo(folder);
    await becomes(false);
    const { statuses } = await client.importArchive(made.bytes, { auid });
    expect(listStatuses(statuses)).toEqual([...Array(5).fill('DUPLICATE'), ...Array(5).fill('OK')]);
  });
});
