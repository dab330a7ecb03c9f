// Test cases for the S3 store with a faulty connection to a real server: lost and truncated responses, busy servers,
// and servers with fewer features than AWS.
import type { S3TestSettings, TestS3Server } from '@holdfast/testkit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { NoSuchObjectError, ObjectExistsError, ObjectStoreUnavailableError } from '../../src/port/errors.ts';
import type { ObjectStore } from '../../src/port/port.ts';
import type { S3Settings } from '../../src/port/settings.ts';
import { connectToS3 } from '../../src/s3/connection.ts';
import { openS3Store } from '../../src/s3/store.ts';
import { abortStaleUploads } from '../../src/s3/uploads.ts';
import { expectBytes, getRejection, makeTestBytes, readObjectText, writeBytes } from '../contract/harness.ts';
import { type FaultyProxy, type RequestFault, startFaultyProxy } from './faulty.ts';

const partSizeBytes = 5 * 1024 * 1024;

/** `name`: name of the S3 server. */
export function faultCases(
  name: string,
  s3: () => TestS3Server,
  checksums: S3TestSettings['checksums'] = 'WHEN_REQUIRED',
): void {
  describe(`the s3 store on a bad way to ${name}`, () => {
    let way: FaultyProxy;
    let settings: S3Settings;
    let store: ObjectStore;
    let requests: string[];

    beforeEach(async () => {
      const direct = await s3().bucket();
      way = await startFaultyProxy(direct.endpoint);
      settings = { ...direct, endpoint: way.endpoint, partSizeBytes, checksums };
      requests = [];
      store = openS3Store(settings, {
        onRequest: (operation, outcome) => requests.push(`${operation} ${outcome}`),
      });
      // Lets the store test the server's features once.
      await store.shortcomings();
      requests.splice(0);
    });
    afterEach(async () => {
      await store.close();
      await way.close();
    });

    /** Applies the fault to the first matching request only. */
    function once(line: RegExp, fate: RequestFault): void {
      let happened = false;
      way.decide = (asked) => {
        if (happened || !line.test(asked)) return 'pass';
        happened = true;
        return fate;
      };
    }
    const put = /^PUT [^?]*(\?x-id=PutObject)?$/;
    const part = /partNumber=2/;
    const complete = /^POST .*uploadId=/;
    const large = 2 * partSizeBytes + 7;

    it('knows its own object again when the answer to a put was lost', async () => {
      once(put, 'loseAnswer');
      await store.put('a/object', Buffer.from('mine'));
      expect(await readObjectText(await store.read('a/object'))).toBe('mine');
      expect(requests.filter((request) => request.startsWith('PutObject'))).toEqual([
        'PutObject error',
        'PutObject ok',
      ]);
    });

    it('knows its own object again when the answer to the completion was lost', async () => {
      once(complete, 'loseAnswer');
      expect(await writeBytes(store, 'a/object', large)).toEqual({ sizeBytes: large });
      await expectBytes(store, 'a/object', {}, { offset: 0, length: large });
      expect(await s3().openUploads(settings.bucket)).toEqual([]);
    });

    it('does not take the object of another for its own', async () => {
      await store.put('a/object', Buffer.from('theirs'));
      once(put, { status: 503, code: 'SlowDown' });
      expect(await getRejection(store.put('a/object', Buffer.from('mine')))).toBeInstanceOf(
        ObjectExistsError,
      );
      once(complete, { status: 503, code: 'SlowDown' });
      expect(await getRejection(writeBytes(store, 'a/object', large))).toBeInstanceOf(ObjectExistsError);
      expect(await readObjectText(await store.read('a/object'))).toBe('theirs');
    });

    const passing: [string, RegExp, RequestFault][] = [
      ['a part whose answer was lost', part, 'loseAnswer'],
      ['a part the server was too busy for', part, { status: 503, code: 'SlowDown' }],
      ['a part that met an internal error', part, { status: 500, code: 'InternalError' }],
      ['a beginning that was lost', /\?uploads/, 'loseAnswer'],
    ];
    it.each(passing)('sends again %s', async (_, line, fate) => {
      once(line, fate);
      await writeBytes(store, 'a/object', large);
      await expectBytes(store, 'a/object', {}, { offset: 0, length: large });
    });

    it('leaves nothing when a part is refused for good', async () => {
      way.decide = (line) => (part.test(line) ? { status: 403, code: 'AccessDenied' } : 'pass');
      const writer = store.create('a/object');
      const error = await getRejection(
        (async () => {
          await writer.write(makeTestBytes(0, large));
          await writer.close();
        })(),
      );
      expect(error).toBeInstanceOf(ObjectStoreUnavailableError);
      expect(error.message).toContain('AccessDenied');
      await writer.abort();
      expect(await store.list({})).toEqual([]);
      expect(await s3().openUploads(settings.bucket)).toEqual([]);
    });

    it('leaves no upload when the completion is refused', async () => {
      way.decide = (line) => (complete.test(line) ? { status: 400, code: 'InvalidPart' } : 'pass');
      expect(await getRejection(writeBytes(store, 'a/object', large))).toBeInstanceOf(
        ObjectStoreUnavailableError,
      );
      expect(await s3().openUploads(settings.bucket)).toEqual([]);
    });

    it('cuts the reader off rather than deliver less', async () => {
      await writeBytes(store, 'a/object', large);
      way.decide = (line) => (line.startsWith('GET') ? 'cutBody' : 'pass');
      const stream = await store.read('a/object', { offset: 3 });
      const error = await getRejection(readObjectText(stream));
      expect(error).toBeInstanceOf(ObjectStoreUnavailableError);
      expect(error.message).toMatch(/bytes early/);
    });

    it('refuses a server that ignores ranges', async () => {
      await store.put('a/object', makeTestBytes(0, 1000));
      way.decide = (line) => (line.startsWith('GET') ? 'ignoreRange' : 'pass');
      for (const options of [{ offset: 10, length: 5 }, { length: 5 }, { offset: 10 }]) {
        expect((await getRejection(store.read('a/object', options))).message).toMatch(/ranges/);
      }
    });

    it.each([
      ['refuses', { status: 501, code: 'NotImplemented' }],
      // Only the request that tests the feature gets this response. Afterwards, the store does not send the header.
      ['ignores', { status: 200 }],
    ] as [string, RequestFault][])(
      'never replaces an object on a server that %s conditional writes',
      async (_, fate) => {
        way.decide = (_line, request) => (request.headers['if-none-match'] ? fate : 'pass');
        const other = openS3Store(settings);
        expect((await other.shortcomings()).join()).toMatch(/not support conditional writes/);
        await other.put('a/object', Buffer.from('first'));
        expect(await getRejection(other.put('a/object', Buffer.from('second')))).toBeInstanceOf(
          ObjectExistsError,
        );
        expect(await getRejection(writeBytes(other, 'a/object', large))).toBeInstanceOf(ObjectExistsError);
        await writeBytes(other, 'b/object', large);
        const one = (text: string) => other.put('c/object', Buffer.from(text));
        const both = await Promise.allSettled(['third', 'fourth'].map(one));
        expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
        await other.close();
        expect(await readObjectText(await store.read('a/object'))).toBe('first');
        expect(await s3().openUploads(settings.bucket)).toEqual([]);
      },
    );

    it('says of a server that it does not check what comes, or checks it', async () => {
      const fault = /does not verify received content/;
      const bare = openS3Store({ ...settings, checksums: 'WHEN_REQUIRED' });
      const said = (await bare.shortcomings()).some((sentence) => fault.test(sentence));
      await bare.close();
      expect(said).toBe(checksums === 'WHEN_SUPPORTED');
      expect((await store.shortcomings()).filter((sentence) => fault.test(sentence))).toEqual([]);
    });

    it('leaves nothing behind of what it asks the server', async () => {
      await store.list({ after: 'a' });
      await store.put('a/object', Buffer.from('x'));
      expect((await store.list({})).map(({ key }) => key)).toEqual(['a/object']);
    });

    it('tells a missing bucket from a missing object', async () => {
      const elsewhere = openS3Store({ ...settings, bucket: 'holdfast-no-such-bucket' });
      for (const work of [
        elsewhere.stat('a'),
        elsewhere.read('a'),
        elsewhere.read('a', { length: 0 }),
        elsewhere.list({}),
        elsewhere.delete('a'),
        elsewhere.put('a', Buffer.from('x')),
        elsewhere.check(),
      ]) {
        expect(await getRejection(work)).toBeInstanceOf(ObjectStoreUnavailableError);
      }
      await elsewhere.close();
      expect(await getRejection(store.read('a'))).toBeInstanceOf(NoSuchObjectError);
    });

    it('says that it was denied, without its secret', async () => {
      const stranger = openS3Store({
        ...settings,
        accessKeyId: 'stranger',
        secretAccessKey: 'not-the-secret',
      });
      const error = await getRejection(stranger.check());
      expect(error).toBeInstanceOf(ObjectStoreUnavailableError);
      expect(JSON.stringify([error.message, error.cause, error.stack])).not.toContain('not-the-secret');
      expect(await getRejection(stranger.stat('a'))).toBeInstanceOf(ObjectStoreUnavailableError);
      await stranger.close();
    });

    it.each([
      ['a small object', put, 1000],
      ['a part', part, large],
    ])('notices %s that was changed on its way to the server', async (_, line, sizeBytes) => {
      way.decide = (asked) => (line.test(asked) ? 'flipBit' : 'pass');
      const error = await getRejection(writeBytes(store, 'a/object', sizeBytes));
      expect(error).toBeInstanceOf(ObjectStoreUnavailableError);
      expect(error.message).toMatch(/SHA256|BadDigest/i);
      expect(await store.list({})).toEqual([]);
      expect(await s3().openUploads(settings.bucket)).toEqual([]);
    });

    it('aborts uploads a killed process left, once they are a day old, and only under its prefix', async () => {
      // There are more parts than concurrent requests. The first part is therefore stored before the last one is sent.
      const begun = (key: string) => store.create(key).write(makeTestBytes(0, 3 * partSizeBytes));
      await Promise.all([begun('mine/1'), begun('mine/2'), begun('theirs/1')]);
      const connection = connectToS3({ ...settings, prefix: 'mine/' }, {});
      await abortStaleUploads(connection, Date.now() + 23 * 3600 * 1000);
      expect(await s3().openUploads(settings.bucket)).toHaveLength(3);
      await abortStaleUploads(connection, Date.now() + 25 * 3600 * 1000);
      expect(await s3().openUploads(settings.bucket)).toEqual(['theirs/1']);
      connection.client.destroy();
    });
  });
}
