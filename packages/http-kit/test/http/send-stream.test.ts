import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { ApiError } from '../../src/errors/api-error.ts';
import { sendBody, sendStream } from '../../src/http/send-stream.ts';
import { type ShellTestService, startService, waitFor } from '../service.ts';
import { openRawClient } from '../socket.ts';

describe('sendStream', () => {
  let service: ShellTestService;
  let source: Readable;
  beforeAll(async () => {
    service = await startService({
      download: async ({ signal }, response) => {
        response.set('Content-Type', 'application/octet-stream');
        await sendStream(response, source, { signal });
      },
    });
  });
  afterAll(() => service.stop());

  it('sends all bytes', async () => {
    const bytes = Buffer.alloc(3_000_000, 'abc');
    source = Readable.from([bytes.subarray(0, 1), bytes.subarray(1, 2_000_000), bytes.subarray(2_000_000)]);
    const answer = await request(service.url).get('/stream').expect(200);
    expect(bytes.equals(answer.body)).toBe(true);
  });

  it('sends a stream that began to flow into its buffer before', async () => {
    source = new Readable({ read: () => undefined });
    source.push('early');
    source.push(null);
    await new Promise((resolve) => source.once('readable', () => resolve(undefined)));
    const answer = await request(service.url).get('/stream').expect(200);
    expect(String(answer.body)).toBe('early');
  });

  it('sends an empty stream', async () => {
    source = Readable.from([]);
    const answer = await request(service.url).get('/stream').expect(200);
    expect(answer.body).toHaveLength(0);
  });

  it('makes an error before the first byte an ordinary error answer', async () => {
    source = new Readable({ read: () => source.destroy(new ApiError(502, 'The store cannot be read.')) });
    const answer = await request(service.url).get('/stream').expect(502);
    expect(answer.type).toBe('application/problem+json');
    source = new Readable();
    source.on('error', () => undefined).destroy(new Error('dead already'));
    await request(service.url).get('/stream').expect(500);
    source = new Readable();
    source.destroy();
    await request(service.url).get('/stream').expect(500);
  });

  it('cuts the connection on an error after the first byte, and the log tells the error', async () => {
    source = new Readable({ read: () => undefined });
    source.push('first');
    const client = await openRawClient(service.port);
    client.write('GET /stream HTTP/1.1\r\nHost: x\r\nX-Request-Id: cut\r\n\r\n');
    await client.received((text) => text.includes('first'));
    source.destroy(new Error('digest mismatch'));
    const text = await client.closed();
    expect(text.endsWith('first\r\n')).toBe(true);
    const line = await service.line(({ requestId }) => requestId === 'cut');
    expect(line).toMatchObject({ outcome: 'error', err: { message: 'digest mismatch' } });
  });

  it('destroys the stream when the client goes away', async () => {
    source = new Readable({ read: (sizeBytes) => void source.push(Buffer.alloc(sizeBytes)) });
    const client = await openRawClient(service.port);
    client.write('GET /stream HTTP/1.1\r\nHost: x\r\n\r\n');
    await client.received((text) => text.length > 10_000);
    client.socket.destroy();
    await waitFor(() => source.destroyed || undefined);
  });

  it('destroys the stream when the client goes away before its first byte', async () => {
    let asked = false;
    source = new Readable({
      read: () => {
        asked = true;
      },
    });
    const client = await openRawClient(service.port);
    client.write('GET /stream HTTP/1.1\r\nHost: x\r\n\r\n');
    await waitFor(() => asked || undefined);
    client.socket.destroy();
    await waitFor(() => source.destroyed || undefined);
  });

  it('reads nothing on HEAD', async () => {
    let asked = false;
    source = new Readable({
      read: () => {
        asked = true;
      },
    });
    await request(service.url).head('/stream').expect(200);
    expect(asked).toBe(false);
    expect(source.destroyed).toBe(true);
  });
});

describe('sendBody', () => {
  let service: ShellTestService;
  let body: Buffer | Readable;
  let headers: string[] | undefined;
  let taken = 0;
  beforeAll(async () => {
    service = await startService({
      download: async (_request, response) => {
        if (!headers) response.set('Content-Type', 'text/plain');
        await sendBody(response, body, { onTaken: () => taken++, ...(headers && { headers }) });
      },
    });
  });
  afterAll(() => service.stop());

  it('tells when the system has all of the bytes', async () => {
    body = Buffer.alloc(50_000, 'abc');
    const plain = request(service.url).get('/stream').set('Accept-Encoding', 'identity');
    expect((await plain.expect(200)).text).toBe(body.toString());
    expect(taken).toBe(1);
    await request(service.url).head('/stream').expect(200);
    expect(taken).toBe(2);
  });

  it('sends bytes and streams with the headers given, and with none of them what went wrong before the first byte', async () => {
    headers = ['Content-Type', 'text/plain', 'ETag', '"a"'];
    const text = 'abc'.repeat(1_000);
    for (body of [Buffer.from(text), Readable.from([text], { objectMode: false })]) {
      const plain = request(service.url).get('/stream').set('Accept-Encoding', 'gzip');
      const answer = await plain.expect(200).expect('ETag', '"a"').expect('Content-Type', 'text/plain');
      expect([answer.text, answer.headers['content-encoding']]).toEqual([text, undefined]);
    }
    body = new Readable({ read: () => (body as Readable).destroy(new ApiError(502, 'It cannot be read.')) });
    const answer = await request(service.url).get('/stream').expect(502);
    expect([answer.type, answer.headers.etag]).toEqual(['application/problem+json', undefined]);
    headers = undefined;
  });

  it('waits while any of them do: for a slow client, for answers before this one, or to be compressed', async () => {
    taken = 0;
    body = Buffer.alloc(50_000, 'abc');
    const answer = await request(service.url).get('/stream').set('Accept-Encoding', 'gzip').expect(200);
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(answer.text).toBe(body.toString());
    await waitFor(() => taken === 1 || undefined);
    body = Buffer.alloc(20_000_000, 'abc');
    const client = await openRawClient(service.port);
    client.write('GET /stream HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2));
    await client.received((text) => text.includes('abc'));
    expect(taken).toBe(1);
    client.socket.destroy();
    await waitFor(() => taken > 1 || undefined);
  });
});
