// Versions and locks of a bucket on a real S3 server.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addCleanup, describeWithS3, retainVersion, type S3TestSettings } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { openObjectStore } from '../../src/open.ts';
import { ObjectStoreUnavailableError } from '../../src/port/errors.ts';
import type { ObjectStore } from '../../src/port/port.ts';
import type { ObjectVersions, StoredVersion, VersionCursor } from '../../src/port/versions.ts';
import type { S3Versions } from '../../src/s3/versions.ts';

const PREFIX = 'some/prefix/';

describe('a server without versions', () => {
  it.each([
    [403, 'unknown'],
    [400, 'no'],
    [404, 'no'],
    [405, 'no'],
    [501, 'no'],
  ])('may refuse to tell about them with %i', async (status, keepsVersions) => {
    const found = await (await serverWith(status)).versions!.features();
    expect(found).toEqual({ keepsVersions, hasObjectLock: false, hasDefaultRetention: false });
  });

  it('is unavailable if it fails', async () => {
    const { versions } = await serverWith(500);
    await expect(versions!.features()).rejects.toBeInstanceOf(ObjectStoreUnavailableError);
  });

  /** Opens a store on a server that responds to every request with this status. */
  async function serverWith(status: number): Promise<ObjectStore> {
    const server = createServer((_request, response) => {
      const code = status === 403 ? 'AccessDenied' : 'Refused';
      response.writeHead(status, { 'content-type': 'application/xml' });
      response.end(`<Error><Code>${code}</Code><Message>no</Message></Error>`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const store = await openObjectStore({
      ...{ kind: 's3', bucket: 'b', prefix: '', endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1' },
      ...{ accessKeyId: 'x', secretAccessKey: 'y', forcePathStyle: true, partSizeBytes: 5_242_880 },
      checksums: 'WHEN_REQUIRED',
    });
    addCleanup(async () => {
      await store.close();
      server.close();
    });
    return store;
  }
});

describeWithS3('S3', (s3) => {
  let settings: S3TestSettings;
  let store: ObjectStore;
  let versions: ObjectVersions;
  let keys = 0;
  const newKey = () => `ns/a/${keys++}.gz`;

  beforeAll(async () => {
    settings = { ...(await s3.bucket({ objectLock: true })), prefix: PREFIX };
    store = await openObjectStore(settings);
    versions = store.versions!;
    addCleanup(() => store.close());
  });

  const listed = async (key: string): Promise<readonly StoredVersion[]> =>
    (await versions.list(key)).versions;

  it('finds out whether the bucket keeps versions and has object lock', async () => {
    const yes = { keepsVersions: 'yes', hasObjectLock: true, hasDefaultRetention: false };
    expect(await versions.features()).toEqual(yes);
    expect(await store.shortcomings()).toEqual([expect.stringContaining('the bucket keeps versions')]);
    const plain = await openObjectStore(await s3.bucket());
    const no = { keepsVersions: 'no', hasObjectLock: false, hasDefaultRetention: false };
    expect(await plain.versions!.features()).toEqual(no);
    expect(await plain.shortcomings()).toEqual([]);
    await plain.close();
    const absent = await openObjectStore({ ...settings, bucket: 'there-is-none' });
    await expect(absent.versions!.features()).rejects.toThrow('reading the features of its bucket');
    await absent.close();
  });

  it('tests whether the server enforces legal holds', async () => {
    expect(await (store.versions as S3Versions).testLegalHolds()).toBe('enforced');
    // A bucket without object lock refuses legal holds.
    const plain = await openObjectStore(await s3.bucket());
    expect(await (plain.versions as S3Versions).testLegalHolds()).toBe('forbidden');
    expect(await plain.list({})).toEqual([]);
    await plain.close();
  });

  it('leaves no versions of its own probes', async () => {
    await store.shortcomings();
    expect((await versions.list('holdfast-probe-')).versions).toEqual([]);
  });

  it('keeps the bytes of a deleted object until its versions are erased', async () => {
    const key = newKey();
    await store.put(key, Buffer.from('first'));
    await store.put(`${key}0`, Buffer.from('longer key'));
    await store.delete(key);
    expect(await store.stat(key)).toBeUndefined();
    expect((await store.list({ prefix: key })).map((object) => object.key)).toEqual([`${key}0`]);
    expect(await listed(key)).toHaveLength(3);
    expect(await versions.erase(key)).toEqual([]);
    expect((await listed(key)).map((version) => version.key)).toEqual([`${key}0`]);
    expect(await versions.erase(newKey())).toEqual([]);
  });

  it('writes an object again that was deleted, in one part or several', async () => {
    const key = newKey();
    for (const text of ['first', 'second']) {
      await store.put(key, Buffer.from(text));
      await expect(store.put(key, Buffer.from('third'))).rejects.toMatchObject({ name: 'ObjectExistsError' });
      expect(await store.readBytes(key, { offset: 0, length: text.length })).toEqual(Buffer.from(text));
      await store.delete(key);
    }
    const writer = store.create(key);
    await writer.write(Buffer.alloc(settings.partSizeBytes + 1, 'x'));
    await writer.close();
    expect((await store.stat(key))?.sizeBytes).toBe(settings.partSizeBytes + 1);
  });

  it('lists many versions page by page', async () => {
    const key = newKey();
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const name of names) await store.put(`${key}/${name}`, Buffer.alloc(1));
    await store.delete(`${key}/c`);
    const found: StoredVersion[] = [];
    for (let after: VersionCursor | undefined; ; ) {
      const page = await versions.list(`${key}/`, after, 2);
      found.push(...page.versions);
      if (!page.next) break;
      after = page.next;
    }
    // The server may return the last version of a page again on the next page.
    const distinct = new Map(found.map((version) => [version.versionId, version.key.slice(-1)]));
    expect([...distinct.values()].sort()).toEqual(['a', 'b', 'c', 'c', 'd', 'e']);
  });

  it('says what keeps a version from being deleted, and until when', async () => {
    const key = newKey();
    await store.put(key, Buffer.from('bytes'));
    expect(await versions.setLegalHold(key, true)).toBe(true);
    await store.delete(key);
    const { versionId } = (await listed(key)).find(({ isDeleteMarker }) => !isDeleteMarker)!;
    const lock = { key, versionId, hasLegalHold: true, message: expect.any(String) };
    expect(await versions.erase(key)).toEqual([lock]);
    // The delete marker stays, so the object does not appear again.
    expect(await store.stat(key)).toBeUndefined();
    const untilMs = Date.now() + 4_000;
    await retainVersion(settings, { key: PREFIX + key, versionId }, { mode: 'COMPLIANCE', untilMs });
    expect(await versions.setLegalHold(key, false)).toBe(true);
    const retention = { mode: 'COMPLIANCE', untilMs: expect.any(Number) };
    const [locked] = await versions.erase(key);
    expect(locked).toEqual({ ...lock, hasLegalHold: false, retention });
    expect(Math.abs(locked!.retention!.untilMs - untilMs)).toBeLessThan(1_000);
    await new Promise((resolve) => setTimeout(resolve, untilMs + 1_000 - Date.now()));
    expect(await versions.erase(key)).toEqual([]);
    expect(await listed(key)).toEqual([]);
  });

  it('places no legal hold on an object that does not exist, and keeps the hold of a replaced one', async () => {
    const key = newKey();
    expect(await versions.setLegalHold(key, true)).toBe(false);
    await store.put(key, Buffer.from('damaged'));
    await versions.setLegalHold(key, true);
    const writer = store.create(key, { replace: true });
    await writer.write(Buffer.from('intact!'));
    await writer.close();
    expect(await store.readBytes(key, { offset: 0, length: 7 })).toEqual(Buffer.from('intact!'));
    await store.delete(key);
    const held = await versions.erase(key);
    expect(held.map(({ hasLegalHold }) => hasLegalHold)).toEqual([true, true]);
    expect(await versions.setLegalHold(key, true)).toBe(false);
    await versions.setLegalHold(key, false);
    expect(await versions.erase(key)).toEqual([]);
  });
});
