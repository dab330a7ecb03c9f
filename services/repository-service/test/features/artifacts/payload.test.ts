// GET /artifacts/{uuid}/payload over a real socket: bytes, captured headers, withheld payloads. payload-ranges.test.ts
// tests range and conditional requests; damage.test.ts tests damage.
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../../service.ts';
import { ask } from './ask.ts';
import { hashSha256, type MadeCapture, makeNoise, plainHead, store } from './captures.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

async function payloadOf(capture: MadeCapture, query: Record<string, string> = {}, method = 'GET') {
  const [uuid] = await store(service.client, [capture]);
  return ask(service.client, `/artifacts/${uuid}/payload`, { query, method });
}

describe('a payload', () => {
  it('is the bytes of the body, with what is known of them', async () => {
    const body = makeNoise(100_000);
    const answer = await payloadOf({ head: `${plainHead}; charset=utf-8`, body });
    expect(answer).toMatchObject({ status: 200, cut: false });
    expect(answer.body.equals(body)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-length': '100000',
      etag: `"${hashSha256(body)}"`,
      'accept-ranges': 'bytes',
      'x-lockssrepo-artifact-digest': `SHA-256:${hashSha256(body)}`,
      'x-lockssrepo-artifact-storeddate': expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/),
      'x-lockssrepo-includescontent': 'true',
      'x-request-id': expect.any(String),
    });
  });

  it('is sandboxed and never sniffed', async () => {
    const { headers } = await payloadOf({ head: plainHead, body: '<script>alert(1)</script>' });
    expect(headers['content-security-policy']).toBe('sandbox');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('is no script, style sheet or worker of a page, whatever its type', async () => {
    const head =
      'HTTP/1.1 200 OK\r\nContent-Type: text/javascript\r\nLast-Modified: Thu, 01 Jan 2015 00:00:00 GMT';
    const [uuid] = await store(service.client, [{ head, body: 'alert(1)' }]);
    const as = (destination: string, path = '/payload') =>
      ask(service.client, `/artifacts/${uuid}${path}`, { headers: { 'sec-fetch-dest': destination } });
    for (const destination of ['script', 'style', 'worker', 'sharedworker', 'serviceworker'])
      for (const path of ['/payload', '/response', ''])
        expect([destination, path, (await as(destination, path)).status]).toEqual([destination, path, 403]);
    for (const destination of ['empty', 'document', 'image', 'iframe', 'video']) {
      const { status, headers } = await as(destination);
      // A browser that cached this response must not run it as a script later.
      expect([status, headers.vary]).toEqual([200, 'Sec-Fetch-Dest']);
    }
  });

  it('may be empty', async () => {
    const { status, headers, body } = await payloadOf({ head: 'HTTP/1.1 404 Not Found' });
    expect({ status, length: headers['content-length'], size: body.length }).toEqual({
      status: 200,
      length: '0',
      size: 0,
    });
  });

  it('of a resource is its whole block, under the type of its record', async () => {
    const { headers, body } = await payloadOf({
      body: 'HTTP/1.1 is no head here',
      contentType: 'text/plain',
    });
    expect(body.toString()).toBe('HTTP/1.1 is no head here');
    expect(headers['content-type']).toBe('text/plain');
  });

  it.each(['x-ms-wmv', 'text', 'no; type', 'text/plain'])(
    'says the type that it came with: %s',
    async (contentType) => {
      const { headers } = await payloadOf({ body: 'text', contentType });
      expect(headers['x-lockss-content-type']).toBe(contentType);
      const isMalformed = contentType !== 'text/plain';
      expect(headers['content-type']).toBe(isMalformed ? 'application/octet-stream' : contentType);
    },
  );

  it('of a chunked body is what the chunks hold, of one that only says so the body', async () => {
    const head = `${plainHead}\r\nTransfer-Encoding: chunked`;
    const chunked = await payloadOf({ head, body: '5\r\nhello\r\n6;x=y\r\n world\r\n0\r\n\r\n' });
    expect(chunked.body.toString()).toBe('hello world');
    expect(chunked.headers).toMatchObject({ 'content-length': '11' });
    expect(chunked.headers).not.toHaveProperty('transfer-encoding');
    const unframed = await payloadOf({ head, body: 'hello world' });
    expect(unframed.body.toString()).toBe('hello world');
  });

  it('answers HEAD with the head of the GET and no body', async () => {
    const [uuid] = await store(service.client, [{ head: plainHead, body: makeNoise(2_000_000) }]);
    const [get, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => ask(service.client, `/artifacts/${uuid}/payload`, { method })),
    );
    const own = ({ lines }: typeof head & {}) =>
      lines.filter(([name]) => !['date', 'x-request-id'].includes(name.toLowerCase()));
    expect(own(head!)).toEqual(own(get!));
    expect([head!.status, head!.body.length, head!.cut]).toEqual([200, 0, false]);
  });
});

describe('payloads that are read together', () => {
  const bodies = Array.from({ length: 30 }, (_, at) => makeNoise(20_000 + at * 1_000, `together ${at}`));
  let uuids: string[];

  beforeAll(async () => {
    const chunked = `${plainHead}\r\nTransfer-Encoding: chunked`;
    const framed = (body: Buffer) =>
      Buffer.concat([
        ...[body.subarray(0, 7_000), body.subarray(7_000)].flatMap((chunk) => [
          Buffer.from(`${chunk.length.toString(16)}\r\n`),
          chunk,
          Buffer.from('\r\n'),
        ]),
        Buffer.from('0\r\n\r\n'),
      ]);
    const captures = bodies.map((body, at) => ({
      url: `http://a/together/${at}`,
      ...(at % 2 === 0 ? { head: plainHead, body } : { head: chunked, body: framed(body) }),
    }));
    uuids = await store(service.client, captures);
  });

  it('are each its own, however slowly some of them are taken', async () => {
    const { url, authorization } = service.client;
    const slow = connect(Number(new URL(url).port), '127.0.0.1');
    const asked = Array.from({ length: 150 }, (_, at) => (at * 7) % bodies.length);
    const headers = `HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n`;
    slow.write(asked.map((at) => `GET /artifacts/${uuids[at]}/payload ${headers}\r\n`).join(''));
    slow.write(`GET /artifacts/${uuids[0]}/payload ${headers}Connection: close\r\n\r\n`);
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(
        uuids.map((uuid) => ask(service.client, `/artifacts/${uuid}/payload`)),
      );
      expect(answers.map(({ body }) => hashSha256(body))).toEqual(bodies.map(hashSha256));
    }
    const expected = [...asked, 0].map((at) => hashSha256(bodies[at]!));
    expect(bodiesIn(await buffer(slow)).map(hashSha256)).toEqual(expected);
  });
});

/** Splits the responses on one connection and returns their bodies. */
function bodiesIn(answers: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at < answers.length; ) {
    const start = answers.indexOf('\r\n\r\n', at) + 4;
    const length = Number(/^content-length: (\d+)/im.exec(answers.toString('latin1', at, start))?.[1]);
    found.push(answers.subarray(start, start + length));
    at = start + length;
  }
  return found;
}

describe('headers of a capture', () => {
  it.each([
    ['text/html;charset="utf-8"', 'text/html;charset="utf-8"'],
    ['image/svg+xml ; a=b', 'image/svg+xml ; a=b'],
    ['', 'application/octet-stream'],
    ['html', 'application/octet-stream'],
    ['text/html, text/plain', 'application/octet-stream'],
    ['text/html\x0bX: y', 'application/octet-stream'],
    ['text/html; a=\x01', 'application/octet-stream'],
    ['text/h\xe4ml', 'application/octet-stream'],
    ['text/html\rX-Evil: 1', 'application/octet-stream'],
    ['text/\0html', 'application/octet-stream'],
  ])('give the Content-Type when it is well-formed: %j', async (sent, answered) => {
    const { status, headers } = await payloadOf({
      head: `HTTP/1.1 200 OK\r\nContent-Type: ${sent}`,
      body: 'x',
    });
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: answered });
  });

  it('give no Content-Type of thousands of characters', async () => {
    const head = `HTTP/1.1 200 OK\r\nContent-Type: text/html; a=${'x'.repeat(5_000)}`;
    expect((await payloadOf({ head, body: 'x' })).headers['content-type']).toBe('application/octet-stream');
  });

  it.each([
    ['Thu, 09 Jan 2014 20:55:24 GMT', 'Thu, 09 Jan 2014 20:55:24 GMT'],
    ['Thursday, 09-Jan-14 20:55:24 GMT', 'Thu, 09 Jan 2014 20:55:24 GMT'],
    ['Thu Jan  9 20:55:24 2014', 'Thu, 09 Jan 2014 20:55:24 GMT'],
    ['5', undefined],
    ['2014', undefined],
    ['Thu, 39 Jan 2014 20:55:24 GMT', undefined],
    ['yesterday', undefined],
    ['Thu, 09 Jan 2014 20:55:24 GMT\rX-Evil: 1', undefined],
  ])('give Last-Modified when it is a date of HTTP: %j', async (sent, answered) => {
    const { headers } = await payloadOf({ head: `${plainHead}\r\nLast-Modified: ${sent}`, body: 'x' });
    expect(headers['last-modified']).toBe(answered);
  });

  it.each([
    ['gzip', 'gzip'],
    ['gzip, br', 'gzip, br'],
    ['gz ip', undefined],
    ['gzip\rX-Evil: 1', undefined],
    ['\xff', undefined],
  ])('give Content-Encoding, which is not undone: %j', async (sent, answered) => {
    const { headers, body } = await payloadOf({
      head: `${plainHead}\r\nContent-Encoding: ${sent}`,
      body: 'not really coded',
    });
    expect(headers['content-encoding']).toBe(answered);
    expect(body.toString()).toBe('not really coded');
  });

  it('beside these never reach the answer, folded or split however they are', async () => {
    const hostile = [
      'HTTP/1.1 200 OK\r\nSet-Cookie: a=b',
      'X-Evil: 1',
      'Access-Control-Allow-Origin: *',
      'Content-Security-Policy: default-src *',
      'X-Content-Type-Options: sniff',
      'Content-Length: 3',
      'Transfer-Encoding: gzip',
      'Content-Type: text/html',
      ' X-Evil: folded',
      'ETag: "evil"\n\nX-Evil: 2',
      'Location: http://evil/',
      'Content-Type: text/evil',
    ].join('\r\n');
    const { status, lines, body, headers } = await payloadOf({ head: hostile, body: 'the body' });
    expect([status, headers['content-security-policy']]).toEqual([200, 'sandbox']);
    const text = lines.map(([name, value]) => `${name}: ${value}`).join('\n');
    expect(text).not.toMatch(/evil|cookie|: sniff|allow-origin|location|default-src/im);
    expect(headers['content-length']).toBe(String(body.length));
    const names = lines.map(([name]) => name.toLowerCase());
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('includeContent', () => {
  it.each([
    ['ALWAYS', 4_097, true],
    ['IF_SMALL', 4_096, true],
    ['IF_SMALL', 4_097, false],
    ['IF_SMALL', 0, true],
    ['NEVER', 0, false],
    ['NEVER', 4_096, false],
  ])('%s with %d bytes', async (includeContent, size, included) => {
    const { status, headers, body } = await payloadOf(
      { head: plainHead, body: makeNoise(size) },
      { includeContent },
    );
    expect({ status, size: body.length }).toEqual({ status: 200, size: included ? size : 0 });
    expect(headers['x-lockssrepo-includescontent']).toBe(String(included));
    expect(headers['content-length']).toBe(String(included ? size : 0));
    expect(headers['x-lockss-content-length']).toBe(included ? undefined : String(size));
  });

  it('measures by the setting of the service', async () => {
    const other = await startTestService({ SMALL_CONTENT_THRESHOLD: '10' });
    const uuids = await store(
      other.client,
      [10, 11].map((size) => ({ head: plainHead, body: makeNoise(size) })),
    );
    const sizes = uuids.map(async (uuid) => {
      const query = { includeContent: 'IF_SMALL' };
      return (await ask(other.client, `/artifacts/${uuid}/payload`, { query })).body.length;
    });
    expect(await Promise.all(sizes)).toEqual([10, 0]);
  });
});
