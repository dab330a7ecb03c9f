import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import {
  MAX_REQUEST_BODY_CHARACTERS,
  MAX_REQUEST_BYTES_READ,
  parseCanonicalRequest,
} from '../../src/request/canonical-request.ts';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

describe('a request without a body in its key', () => {
  it.each(['GET', 'HEAD', 'OPTIONS', 'DELETE', 'PATCH', 'PROPFIND'])('%s', (method) => {
    expect(parseCanonicalRequest(request({ method, type: FORM, body: 'a=1' }))).toEqual({
      method,
      body: undefined,
    });
  });

  it('has its method in upper case; one that is not POST as sent has no body', () => {
    expect(parseCanonicalRequest(request({ method: 'post', type: FORM, body: 'a=1' }))).toEqual({
      method: 'POST',
    });
  });

  it.each(['', 'no', ' GET / HTTP/1.1\r\n', `${'A'.repeat(33)} / HTTP/1.1\r\n`, '\0\0 /'])(
    'none at all: %j',
    (block) => {
      expect(parseCanonicalRequest(Buffer.from(block))).toBeUndefined();
    },
  );

  it('whose head is all there is', () => {
    expect(parseCanonicalRequest(Buffer.from('POST / HTTP/1.1'))).toEqual({
      method: 'POST',
      body: '__wb_post_data=',
    });
  });
});

describe('a body as parameters', () => {
  it.each([
    [FORM, 'a=1&B=%41+c&ü=%e6%97%a5', 'a=1&B=A c&ü=日'],
    [FORM, 'a=%ff%&b=%4', 'a=\ufffd%&b=%4'],
    [FORM, 'a=%00b', 'a=%00b'],
    [`${FORM}; charset=latin1`, Buffer.from('a=\xfc', 'latin1'), '__wb_post_data=YT38'],
    [JSON_TYPE, '{"a":1,"b":{"c":[true,null,"x y"]},"a":2.0}', 'a=2.0&c=True&c.2_=None&c.3_=x+y'],
    [
      JSON_TYPE,
      '{"2":1e16,"1":1e-5,"":3,"f":0.1,"g":-0,"h":123456789012345678901}',
      '2=1e%2B16&1=1e-05&f=0.1&g=0&h=123456789012345678901',
    ],
    [JSON_TYPE, '[{"a":"é!*\'()~"},7,NaN]', 'a=%C3%A9%21%2A%27%28%29~'],
    [JSON_TYPE, '{"a":1}\n{"a":2}', 'a=1&a.2_=2'],
    [JSON_TYPE, '{"a":1}\n', 'a=1'],
    [JSON_TYPE, Buffer.from('\ufeff{"a":1}', 'utf16le'), 'a=1'],
    [JSON_TYPE, '{"a":1,}', undefined],
    [JSON_TYPE, '{"a":"\\ud800"}', undefined],
    [JSON_TYPE, `${'['.repeat(2_000)}${']'.repeat(2_000)}`, undefined],
    [JSON_TYPE, '', undefined],
    ['Application/JSON', '{}', '__wb_post_data=e30='],
    ['text/plain', '{"a":1}', 'a=1'],
    ['text/plain', '17', undefined],
    ['text/plain', 'alpha', '__wb_post_data=YWxwaGE='],
    ['text/plain', '', '__wb_post_data='],
    ['', 'x', '__wb_post_data=eA=='],
    ['multipart/form-data', 'x', '__wb_post_data=eA=='],
    ['multipart/form-data; boundary=b', '--b\r\nno part', '__wb_post_data=LS1iDQpubyBwYXJ0'],
    [
      'multipart/form-data; boundary="b"',
      parts('b', 'name="a"', 'é 1', 'name="f"; filename="x"', '\0'),
      'a=%C3%A9+1&f=%00',
    ],
    ['application/x-amf', '\0\0', undefined],
  ])('%s %j', (type, body, expected) => {
    expect(parseCanonicalRequest(request({ method: 'POST', type, body }))).toEqual({
      method: 'POST',
      body: expected,
    });
  });

  it('is cut after so many characters', () => {
    const body = parseCanonicalRequest(request({ method: 'PUT', type: FORM, body: '😀'.repeat(9_000) }))!
      .body!;
    expect([...body]).toHaveLength(MAX_REQUEST_BODY_CHARACTERS);
    const binary = parseCanonicalRequest(request({ method: 'PUT', type: '', body: 'x'.repeat(9_000) }))!
      .body!;
    expect(binary).toHaveLength(MAX_REQUEST_BODY_CHARACTERS);
  });
});

describe('the length of a body', () => {
  it.each([
    ['is what Content-Length says', { 'content-length': '3' }, 'a=1&b=2', 'a=1'],
    ['is 8,192 bytes without', {}, 'a'.repeat(9_000), 'a'.repeat(4_096)],
    ['ends with the block', { 'content-length': '999' }, 'a=1', 'a=1'],
    ['is nothing where the length is no number', { 'content-length': '3,3' }, 'a=1', undefined],
    ['is nothing where the length is negative', { 'content-length': '-1' }, 'a=1', undefined],
    [
      'is that of the chunks',
      { 'transfer-encoding': 'chunked' },
      '3\r\na=1\r\n2;x\r\n&b\r\n0\r\n\r\n',
      'a=1&b',
    ],
    ['is all where there are no chunks', { 'transfer-encoding': 'chunked' }, 'a=1', 'a=1'],
    ['is what it inflates to', { 'content-encoding': 'gzip' }, gzipSync('a=1'), 'a=1'],
    // Expected values are from pywb, which supports brotli. cdxj-indexer gives the same values if brotli is installed.
    ['is what it was before brotli', { 'content-encoding': 'br' }, brotliCompressSync('a=1'), 'a=1'],
    ['is all where it does not inflate', { 'content-encoding': 'gzip' }, 'a=1', 'a=1'],
  ])('%s', (_what, fields: Record<string, string>, body, expected) => {
    const head = Object.entries({ 'Content-Type': FORM, ...fields }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    const block = Buffer.concat([Buffer.from(`POST / HTTP/1.1\r\n${head.join('')}\r\n`), Buffer.from(body)]);
    expect(parseCanonicalRequest(block)).toEqual({ method: 'POST', body: expected });
  });

  it('of a very long block is what was read of it; a cut text is no JSON, and a bomb does not go off', () => {
    const json = request({
      method: 'POST',
      type: JSON_TYPE,
      body: `{"a":"${'x'.repeat(MAX_REQUEST_BYTES_READ)}"}`,
    });
    expect(parseCanonicalRequest(json)).toEqual({ method: 'POST', body: undefined });
    expect(parseCanonicalRequest(json.subarray(0, 100), false)).toEqual({ method: 'POST', body: undefined });
    const form = request({ method: 'POST', type: FORM, body: 'ü'.repeat(MAX_REQUEST_BYTES_READ) });
    expect(parseCanonicalRequest(form)!.body).toBe('ü'.repeat(MAX_REQUEST_BODY_CHARACTERS));
    const bomb = Buffer.concat([
      Buffer.from('POST / HTTP/1.1\r\nContent-Encoding: gzip\r\nContent-Length: 99999999\r\n\r\n'),
      gzipSync(Buffer.alloc(64 * 1024 * 1024)),
    ]);
    expect(parseCanonicalRequest(bomb)!.body).toMatch(/^__wb_post_data=H4sI/);
  });

  it('of a form in parts is that of the parts that were read', () => {
    const body = parts('b', 'name="a"', '1', 'name="f"; filename="x"', 'y'.repeat(MAX_REQUEST_BYTES_READ));
    const block = request({ method: 'POST', type: 'multipart/form-data; boundary=b', body });
    expect(parseCanonicalRequest(block)!.body).toBe(`a=1&f=${'y'.repeat(4_090)}`);
  });
});

function request({ method, type, body }: { method: string; type: string; body: string | Buffer }): Buffer {
  const bytes = Buffer.from(body);
  const head = `${method} /a?b HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${bytes.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), bytes]);
}

/** Builds a multipart body from alternating dispositions and contents. */
function parts(boundary: string, ...said: string[]): string {
  let text = '';
  for (let at = 0; at < said.length; at += 2)
    text += `--${boundary}\r\nContent-Disposition: form-data; ${said[at]}\r\n\r\n${said[at + 1]}\r\n`;
  return `${text}--${boundary}--\r\n`;
}
