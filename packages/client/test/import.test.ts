// Imports into a misbehaving fake service, and the encoding of forms.
import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { CallOptions, FileInput, ImportedRecord } from '../src/index.ts';
import { makeResponder, openTestClient, startTestServer, type TestServer } from './serve.ts';

let folder: string | undefined;
const line = (offset: number): string => `{"status":"OK","offset":${offset}}\n`;
const chunk = Buffer.alloc(64 * 1024, 'x');

describe('importArchive', () => {
  let served: TestServer | undefined;
  afterEach(async () => {
    await served?.close();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  /** Collects the record statuses until the import ends, and the error if the import fails. */
  async function imported(
    listener: RequestListener,
    archive: FileInput,
    options?: CallOptions,
  ): Promise<{ statuses: ImportedRecord[]; error: unknown }> {
    served = await startTestServer(listener);
    const statuses: ImportedRecord[] = [];
    try {
      const input = { auid: 'pé&k~v', archive };
      for await (const status of openTestClient(served.url).importArchive(input, options))
        statuses.push(status);
      return { statuses, error: undefined };
    } catch (error) {
      return { statuses, error };
    }
  }

  it.each([
    ['bytes', async () => Buffer.from('WARC'), true],
    ['a file on disk', blobOfFile, true],
    ['a stream', async () => streamOf('WA', 'RC'), false],
    [
      'a stream of known size',
      async () => ({ content: streamOf('WA', 'RC'), sizeBytes: 4, fileName: 'a"b' }),
      true,
    ],
  ])('sends %s, behind the AUID', async (_what, archive, isSized) => {
    let received = '';
    let headers: IncomingMessage['headers'] = {};
    const { error } = await imported(
      async (request, response) => {
        ({ headers } = request);
        received = await text(request);
        response.end(line(0));
      },
      await archive(),
    );
    expect(error).toBeUndefined();
    const boundary = /boundary=(.+)$/.exec(headers['content-type'] ?? '')![1]!;
    expect(
      received
        .replaceAll(boundary, 'B')
        .replace(/filename="[^"]*"/, 'filename="F"')
        .split('\r\n'),
    ).toEqual([
      '--B',
      'Content-Disposition: form-data; name="auid"',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'pé&k~v',
      '--B',
      'Content-Disposition: form-data; name="archive"; filename="F"',
      'Content-Type: application/octet-stream',
      '',
      'WARC',
      '--B--',
      '',
    ]);
    expect(headers['content-length']).toBe(isSized ? String(Buffer.byteLength(received)) : undefined);
    expect(headers.accept).toMatch(/^application\/x-ndjson/);
  });

  it('gives each result as it comes, while the archive is still going out', async () => {
    const seen = Promise.withResolvers<void>();
    async function* archive() {
      yield chunk;
      await seen.promise;
      yield chunk;
    }
    served = await startTestServer((request, response) => {
      response.write(line(0));
      request.resume().on('end', () => response.end(line(1)));
    });
    const offsets: unknown[] = [];
    for await (const { offset } of openTestClient(served.url).importArchive({
      auid: 'a',
      archive: archive(),
    })) {
      offsets.push(offset);
      seen.resolve();
    }
    expect(offsets).toEqual([0, 1]);
  });

  it('takes no more of the archive than the service does', async () => {
    let taken = 0;
    const enough = new AbortController();
    async function* archive() {
      for (;;) {
        taken += 1;
        yield chunk;
      }
    }
    const { error } = await imported(
      // A service that does not read the request body.
      (_request, response) => {
        response.write(line(0));
        setTimeout(() => enough.abort(), 300);
      },
      archive(),
      { signal: enough.signal },
    );
    expect(error).toMatchObject({ name: 'AbortError' });
    // The socket buffers of both sides hold a few megabytes. The client must not send more than that, regardless of the
    // size of the archive.
    expect(taken).toBeLessThan(400);
  });

  it('ends with the answer when that comes before all is sent', async () => {
    const left = Promise.withResolvers<void>();
    async function* endless() {
      try {
        for (;;) yield chunk;
      } finally {
        left.resolve();
      }
    }
    const listener: RequestListener = (request, response) =>
      void request.once('data', () => response.end(line(9)));
    expect(await imported(listener, endless())).toEqual({
      statuses: [{ status: 'OK', offset: 9 }],
      error: undefined,
    });
    await left.promise;
  });

  it('tells of a refusal that comes before all is sent', async () => {
    const refusal = makeResponder({ detail: 'This is no WARC file.', requestId: 'r' }, 400, {
      'content-type': 'application/problem+json',
    });
    expect(await imported(refusal, Buffer.alloc(5_000_000))).toMatchObject({
      statuses: [],
      error: {
        status: 400,
        requestId: 'r',
        message: 'POST /archives: 400 This is no WARC file.',
        problem: { detail: 'This is no WARC file.' },
      },
    });
  });

  it('rejects with what the archive throws', async () => {
    const trouble = new Error('the disk is on fire');
    async function* archive() {
      yield chunk;
      throw trouble;
    }
    expect(
      await imported((request, response) => request.resume() && response.write(line(0)), archive()),
    ).toEqual({
      statuses: expect.any(Array),
      error: trouble,
    });
  });

  it('keeps what came before it is told to stop, and rejects with the reason', async () => {
    const stop = new AbortController();
    const reason = new Error('enough');
    let cut: Promise<unknown> | undefined;
    served = await startTestServer((request, response) => {
      cut = once(
        request.resume().on('error', () => undefined),
        'close',
      );
      response.write(line(0));
    });
    const { importArchive } = openTestClient(served.url, { signal: stop.signal });
    const results = importArchive({ auid: 'a', archive: streamOf('WARC') });
    expect(await results.next()).toEqual({ done: false, value: { status: 'OK', offset: 0 } });
    stop.abort(reason);
    await expect(results.next()).rejects.toBe(reason);
    await cut;
    await expect(importArchive({ auid: 'a', archive: streamOf('WARC') }).next()).rejects.toBe(reason);
  });

  it('ends the request when the loop is left', async () => {
    let cut: Promise<unknown> | undefined;
    served = await startTestServer((_request, response) => {
      cut = once(response, 'close');
      response.write(line(0) + line(1));
    });
    for await (const _ of openTestClient(served.url).importArchive({ auid: 'a', archive: streamOf('WARC') }))
      break;
    await cut;
  });

  it.each([
    ['breaks off', (response) => response.destroy(), 'the connection was cut'],
    [
      'has a line that is not JSON',
      (response) => response.end('<html>\n'),
      'the response has a line that is not JSON',
    ],
    [
      'has a line that is no object',
      (response) => response.end('7'),
      'the response has a line that is not a JSON object',
    ],
    [
      'has a line without end',
      (response) => response.end('x'.repeat(2_000_000)),
      'the response has a line that is too long',
    ],
  ] as [string, (response: Parameters<RequestListener>[1]) => void, string][])(
    'does not take an answer that %s for a whole one',
    async (_what, end, detail) => {
      const { statuses, error } = await imported(async (request, response) => {
        await text(request);
        response.write(line(0), () => setTimeout(() => end(response), 20));
      }, Buffer.from('WARC'));
      expect(statuses).toHaveLength(1);
      expect(error).toMatchObject({ name: 'ServiceError', status: undefined, detail, isSent: true });
    },
  );
});

async function* streamOf(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const each of texts) yield Buffer.from(each);
}

async function blobOfFile(): Promise<Blob> {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-client-'));
  await writeFile(join(folder, 'a.warc'), 'WARC');
  return openAsBlob(join(folder, 'a.warc'));
}
