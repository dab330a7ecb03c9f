// GET /artifacts/{uuid}/response: the stored HTTP message byte for byte, or a generated HTTP message for a resource.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../../service.ts';
import { ask } from './ask.ts';
import { type MadeCapture, makeNoise, plainHead, store } from './captures.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

async function responseOf(capture: MadeCapture, query: Record<string, string> = {}, method = 'GET') {
  const [uuid] = await store(service.client, [capture]);
  return ask(service.client, `/artifacts/${uuid}/response`, { query, method });
}

describe('a response', () => {
  it.each([
    ['as servers send it', plainHead, makeNoise(5_000)],
    ['of megabytes', plainHead, makeNoise(2_500_000)],
    [
      'with chunks',
      `${plainHead}\r\nTransfer-Encoding: chunked`,
      Buffer.from('3\r\nabc\r\n0\r\nTrailer: x\r\n\r\n'),
    ],
    [
      'with odd lines',
      'HTTP/1.0 200\r\nx:1\r\nX-Bytes: \xff\x80\r\n\tfolded\r\nContent-Length: 99',
      Buffer.from('y'),
    ],
    ['without a body', 'HTTP/1.1 301 Moved\r\nLocation: http://a/', Buffer.alloc(0)],
  ])('is its block byte for byte: %s', async (_name, head, body) => {
    const answer = await responseOf({ head, body });
    expect([answer.status, answer.cut]).toEqual([200, false]);
    expect(answer.body.equals(Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), body]))).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/http;msgtype=response',
      'content-length': String(answer.body.length),
      'x-content-type-options': 'nosniff',
      'x-lockssrepo-artifactdatatype': 'response',
      'x-lockssrepo-includescontent': 'true',
      'x-lockssrepo-artifact-storeddate': expect.stringMatching(/Z$/),
    });
  });

  it.each([
    ['text/plain', 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\ntext'],
    ['x-ms-wmv', 'HTTP/1.1 200 OK\r\nContent-Type: x-ms-wmv\r\nContent-Length: 4\r\n\r\ntext'],
    ['no; type', 'HTTP/1.1 200 OK\r\nContent-Type: no; type\r\nContent-Length: 4\r\n\r\ntext'],
    ['a\rb', 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ntext'],
    [undefined, 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ntext'],
  ])('of a resource gets a head: Content-Type %s', async (contentType, message) => {
    const answer = await responseOf({ body: 'text', ...(contentType && { contentType }) });
    expect(answer.body.toString()).toBe(message);
    expect(answer.headers['x-lockssrepo-artifactdatatype']).toBe('resource');
  });

  it('to HEAD is the head of the answer alone', async () => {
    const answer = await responseOf({ head: plainHead, body: 'hello' }, {}, 'HEAD');
    expect([answer.status, answer.body.length, answer.cut]).toEqual([200, 0, false]);
    expect(answer.headers['content-length']).toBe(String(plainHead.length + 4 + 5));
  });
});

describe('includeContent', () => {
  const headLength = plainHead.length + 4;
  it.each([
    ['ALWAYS', 4_097, true],
    ['IF_SMALL', 4_096, true],
    ['IF_SMALL', 4_097, false],
    ['NEVER', 1, false],
    ['NEVER', 2_000_000, false],
  ])('%s with %d bytes', async (includeContent, size, included) => {
    const body = makeNoise(size);
    const answer = await responseOf({ head: plainHead, body }, { includeContent });
    const expected = Buffer.concat([Buffer.from(`${plainHead}\r\n\r\n`), included ? body : Buffer.alloc(0)]);
    expect(answer.body.equals(expected)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-length': String(headLength + (included ? size : 0)),
      'x-lockssrepo-includescontent': String(included),
    });
  });

  it('NEVER leaves a resource its made head', async () => {
    const answer = await responseOf({ body: 'text' }, { includeContent: 'NEVER' });
    expect(answer.body.toString()).toBe('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n');
  });
});
