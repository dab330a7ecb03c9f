// Tests properties of every response: browsers do not run it, text is compressed on request, and CORS preflight
// requests succeed without a login.
import { randomBytes } from 'node:crypto';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGunzip, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendStream } from '../../src/http/send-stream.ts';
import type { OperationHandler } from '../../src/shell/handler.ts';
import { asAdmin, type ShellTestService, startService } from '../service.ts';
import { openRawClient } from '../socket.ts';

const inert = {
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

let service: ShellTestService;
let answer: OperationHandler = ({ params }, response) => {
  if (params.name === 'broken') throw new Error('broken');
  response.json({});
};

beforeAll(async () => {
  const handlers = { getThing: (...given: Parameters<OperationHandler>) => answer(...given) };
  const crossOrigin = { operations: ['getThing'], origin: 'https://replay.example.org' };
  service = await startService(handlers, { crossOrigin });
});
afterAll(() => service.stop());

/** Returns the response without decoding its body. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = { method, headers: { ...asAdmin, ...headers }, agent: false };
    httpRequest(`${service.url}${path}`, options, resolve).once('error', reject).end();
  });
}

const namesOf = ({ rawHeaders }: IncomingMessage): string[] =>
  rawHeaders.filter((_text, at) => at % 2 === 0).map((name) => name.toLowerCase());

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await message.toArray());
}

async function asked(headers: Record<string, string> = {}, method = 'GET') {
  const message = await ask('/things/box', headers, method);
  return { headers: message.headers, status: message.statusCode, body: await bytesOf(message) };
}

describe('every answer is inert', () => {
  it.each([
    ['of an operation', 'GET', '/things/box', 200],
    ['of bad parameters', 'GET', '/search?limit=0', 400],
    ['of an unknown path', 'GET', '/nothing', 404],
    ['of a method that is not there', 'DELETE', '/things/box', 405],
    ['of a handler that failed', 'GET', '/things/broken', 500],
    ['of a probe', 'GET', '/livez', 200],
    ['of the status', 'GET', '/status', 200],
  ])('%s', async (_name, method, path, status) => {
    const message = await ask(path, {}, method);
    message.resume();
    expect(message.statusCode).toBe(status);
    expect(message.headers).toMatchObject(inert);
  });

  it('to who is not logged in', async () => {
    const message = await ask('/things/box', { authorization: 'Basic eDp5' });
    message.resume();
    expect(message.statusCode).toBe(401);
    expect(message.headers).toMatchObject(inert);
  });

  it.each<[string, (response: Parameters<OperationHandler>[1]) => void]>([
    ['set', (response) => response.set('X-Frame-Options', 'SAMEORIGIN').end()],
    ['given by name', (response) => response.writeHead(200, { 'x-frame-options': 'SAMEORIGIN' }).end()],
    [
      'given by turns',
      (response) => response.writeHead(200, ['x-frame-options', 'SAMEORIGIN', 'ETag', '"a"']).end(),
    ],
    [
      'given by turns beside what is set',
      (response) => response.set('X-Frame-Options', 'SAMEORIGIN').writeHead(200, ['ETag', '"a"']).end(),
    ],
    [
      'given by turns with a status in words',
      (response) => response.writeHead(200, 'Fine', ['X-Frame-Options', 'SAMEORIGIN']).end(),
    ],
  ])('as far as it does not say otherwise, by what is %s', async (_name, respond) => {
    const before = answer;
    answer = (_request, response) => respond(response);
    const message = await ask('/things/box', { 'X-Request-Id': 'one' });
    answer = before;
    expect(message.headers).toMatchObject({
      ...inert,
      'x-frame-options': 'SAMEORIGIN',
      'x-request-id': 'one',
    });
    expect(new Set(namesOf(message)).size).toBe(namesOf(message).length);
  });

  it('to what is no request', async () => {
    const client = await openRawClient(service.port);
    client.write('no request\r\n\r\n');
    const text = await client.closed();
    for (const [name, value] of Object.entries(inert))
      expect(text.toLowerCase()).toContain(`${name}: ${value.toLowerCase()}`);
  });

  it('but the page of the documents, which says what it needs', async () => {
    const message = await ask('/docs');
    message.resume();
    expect(message.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(message.headers['x-frame-options']).toBe('DENY');
  });
});

describe('text is compressed for who asks for it', () => {
  const long = JSON.stringify({ text: 'again and again '.repeat(200) });
  const gzip = { 'Accept-Encoding': 'gzip, br' };
  const send = (type: string, body: string, fields: Record<string, string> = {}): void => {
    answer = (_request, response) => void response.set({ 'Content-Type': type, ...fields }).send(body);
  };

  it.each(['application/json', 'text/xml', 'text/plain; charset=utf-8', 'application/problem+json'])(
    '%s',
    async (type) => {
      send(type, long);
      const { headers, body } = await asked(gzip);
      expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
      expect(headers).not.toHaveProperty('content-length');
      expect(gunzipSync(body).toString()).toBe(long);
      expect(body.length).toBeLessThan(long.length / 10);
    },
  );

  it.each([
    ['nobody asked', {}],
    ['gzip is ruled out', { 'Accept-Encoding': 'gzip;q=0, *' }],
    ['plain is preferred', { 'Accept-Encoding': 'identity, gzip;q=0.5' }],
  ])('but not when %s', async (_name, headers) => {
    send('application/json', long);
    const plain = await asked(headers);
    expect(plain.headers).toMatchObject({ 'content-length': String(long.length), vary: 'Accept-Encoding' });
    expect(plain.body.toString()).toBe(long);
  });

  it.each([
    ['what is short', 'application/json', '{}', {}],
    ['what is no text', 'application/warc', long, {}],
    ['what has a strong entity tag', 'text/xml', long, { ETag: '"tag"' }],
    ['what is served in ranges', 'text/html', long, { 'Accept-Ranges': 'bytes' }],
    ['what was compressed before', 'text/html', long, { 'Content-Encoding': 'br' }],
  ])('but not %s', async (_name, type, text, fields) => {
    send(type, text, fields as Record<string, string>);
    const { headers, body } = await asked(gzip);
    expect(headers['content-encoding']).toBe((fields as Record<string, string>)['Content-Encoding']);
    expect(body.toString()).toBe(text);
  });

  it('and HEAD has the head alone', async () => {
    send('application/json', long);
    const { status, headers, body } = await asked(gzip, 'HEAD');
    expect({ status, size: body.length, vary: headers.vary }).toEqual({
      status: 200,
      size: 0,
      vary: 'Accept-Encoding',
    });
  });

  it('and each write arrives at once', async () => {
    const { promise: read, resolve: wasRead } = Promise.withResolvers<void>();
    answer = async (_request, response) => {
      response.set('Content-Type', 'application/x-ndjson');
      response.write('{"line":1}\n');
      await read;
      response.end('{"line":2}\n');
    };
    const message = await ask('/things/box', gzip);
    const lines = message.pipe(createGunzip());
    const [first] = await new Promise<Buffer[]>((resolve) => lines.once('data', (bytes) => resolve([bytes])));
    expect(String(first)).toBe('{"line":1}\n');
    wasRead();
    expect(String(Buffer.concat(await lines.toArray()))).toBe('{"line":2}\n');
  });

  it('and a stream goes no faster than it is read', async () => {
    let givenBytes = 0;
    answer = async ({ signal }, response) => {
      response.set('Content-Type', 'text/plain');
      const pieces = async function* () {
        // Random bytes cannot be compressed, so they fill the buffers between service and client.
        for (; givenBytes < 64 * 1024 * 1024; givenBytes += 65_536) yield randomBytes(65_536);
      };
      await sendStream(response, Readable.from(pieces(), { objectMode: false }), { signal });
    };
    const message = await ask('/things/box', gzip);
    let before = -1;
    for (; before !== givenBytes; await sleep(100)) before = givenBytes;
    expect(givenBytes).toBeLessThan(32 * 1024 * 1024);
    message.destroy();
  });
});

describe('JSON', () => {
  beforeAll(() => {
    answer = (_request, response) => {
      response.set('ETag', '"one"').json({ text: 'schön' });
    };
  });

  it('says what it is, and how long', async () => {
    const { headers, body } = await asked();
    expect(JSON.parse(body.toString())).toEqual({ text: 'schön' });
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(body.length),
    });
  });

  it('says so without a body to who asks for none', async () => {
    const [{ headers }, { headers: withBody, body }] = [await asked({}, 'HEAD'), await asked()];
    expect(headers['content-length']).toBe(String(body.length));
    expect(headers['content-type']).toBe(withBody['content-type']);
  });

  it('is not sent to who has it', async () => {
    const { status, headers, body } = await asked({ 'If-None-Match': '"one"' });
    expect({ status, length: body.length }).toEqual({ status: 304, length: 0 });
    expect(headers).not.toHaveProperty('content-type');
    expect((await asked({ 'If-None-Match': '"two"' })).status).toBe(200);
  });
});

describe('the question of a browser about another origin', () => {
  const origin = 'https://replay.example.org';
  const preflight = { authorization: '', 'Access-Control-Request-Method': 'GET' };

  it('is answered without a login', async () => {
    const { status, headers } = await asked({ ...preflight, Origin: origin }, 'OPTIONS');
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': expect.stringContaining('Authorization'),
      ...inert,
    });
  });

  it.each([
    ['of another origin', '/things/box', { ...preflight, Origin: 'https://evil.example' }],
    ['about another operation', '/search', { ...preflight, Origin: origin }],
    ['that is no such question', '/things/box', { authorization: '', Origin: origin }],
  ])('but not one %s', async (_name, path, headers) => {
    const message = await ask(path, headers, 'OPTIONS');
    message.resume();
    expect(message.statusCode).toBe(401);
    expect(message.headers).not.toHaveProperty('access-control-allow-origin');
  });
});
