// Tests previews: detecting the kind from bytes, reading image sizes, removing content codings, and parsing multipart
// responses that are split at any position.
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { readArtifactParts } from '../../src/parts/captures/artifact-parts.ts';
import { findField, parseHttpHead } from '../../src/parts/captures/http-head.ts';
import { decodeText, removeContentCodings } from '../../src/parts/captures/preview/decode.ts';
import { readImageSize } from '../../src/parts/captures/preview/image-size.ts';
import { choosePreview } from '../../src/parts/captures/preview/kind.ts';
import { readBodyStart } from '../../src/parts/captures/read-beginning.ts';

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const png = bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x20');

describe('the kind of a payload', () => {
  it.each([
    ['a picture', png, 'image/png', { kind: 'image', type: 'image/png' }],
    ['a picture that says it is a page', png, 'text/html', { kind: 'image', type: 'image/png' }],
    ['a page that says it is a picture', bytes('<html><script>x</script>'), 'image/png', { kind: 'text' }],
    ['a page', bytes('<p>a'), 'text/html; charset=utf-8', { kind: 'html' }],
    ['a page that says nothing', bytes(' <!DOCTYPE html><p>a'), undefined, { kind: 'html' }],
    ['a drawing', bytes('<?xml version="1.0"?><svg onload="x">'), 'image/svg+xml', { kind: 'svg' }],
    ['a drawing that says it is XML', bytes('<svg onload="x">'), 'application/xml', { kind: 'svg' }],
    ['a PDF that says it is a page', bytes('%PDF-1.7'), 'text/html', { kind: 'pdf' }],
    ['a script', bytes('alert(1)'), 'application/javascript', { kind: 'text' }],
    ['a text in UTF-16', bytes('\xff\xfea\0b\0'), 'text/plain', { kind: 'text' }],
    ['a program', bytes('\x7fELF\0\0'), 'text/plain', { kind: 'none' }],
    ['nothing', bytes(''), undefined, { kind: 'text' }],
  ])('is told by the bytes: %s', (_what, payload, declared, kind) => {
    expect(choosePreview(payload, declared)).toEqual(kind);
  });

  it.each([
    ['image/png', png, { width: 16, height: 32 }],
    ['image/gif', bytes('GIF89a\x10\0\x20\0'), { width: 16, height: 32 }],
    [
      'image/jpeg',
      bytes('\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x0b\x08\0\x20\0\x10'),
      { width: 16, height: 32 },
    ],
    ['image/jpeg', bytes('\xff\xd8\xff\xe0\0\0'), undefined],
    ['image/png', bytes('\x89PNG'), undefined],
    ['image/avif', bytes('anything'), undefined],
  ])('%s has a size, if it has', (type, payload, size) => {
    expect(readImageSize(payload, type)).toEqual(size);
  });
});

describe('content codings', () => {
  const from = (payload: Buffer, isWhole = true) => ({ bytes: new Uint8Array(payload), isWhole });
  const most = 1_000_000;

  it.each([
    ['gzip', gzipSync('text')],
    ['x-gzip', gzipSync('text')],
    ['deflate', deflateSync('text')],
    ['identity', Buffer.from('text')],
    ['', Buffer.from('text')],
    ['deflate, gzip', gzipSync(deflateSync('text'))],
  ])('%j are undone', async (coding, payload) => {
    const decoded = await removeContentCodings(from(payload), coding, most);
    expect([Buffer.from(decoded!.bytes).toString(), decoded!.isWhole]).toEqual(['text', true]);
  });

  it.each([
    ['gzip', Buffer.from('no gzip')],
    ['nothing that is known', Buffer.from('text')],
    ['compress', brotliCompressSync('text')],
  ])('%s that cannot be undone is no text', async (coding, payload) => {
    expect(await removeContentCodings(from(payload), coding, most)).toBeUndefined();
  });

  it('never make more than is wanted', async () => {
    const bomb = gzipSync(Buffer.alloc(200_000_000));
    const decoded = await removeContentCodings(from(bomb), 'gzip', 10_000);
    expect([decoded!.bytes.length, decoded!.isWhole]).toEqual([10_000, false]);
  });

  it('that are cut give what there is', async () => {
    const long = Buffer.from(Array.from({ length: 50_000 }, (_, i) => `${i} `).join(''));
    const decoded = await removeContentCodings(from(gzipSync(long).subarray(0, 50_000), false), 'gzip', most);
    expect(decoded!.isWhole).toBe(false);
    expect(long.subarray(0, decoded!.bytes.length).equals(decoded!.bytes)).toBe(true);
    expect(decoded!.bytes.length).toBeGreaterThan(1_000);
  });

  it.each([
    ['text/html; charset=iso-8859-1', '\xe9', 'é'],
    ['text/html', '<meta charset="windows-1251">\xcf', '<meta charset="windows-1251">П'],
    ['text/html; charset=no-such', 'a', 'a'],
    [undefined, '\xc3\xa9', 'é'],
  ])('a text of %j is read by its charset', (type, text, read) => {
    expect(decodeText(bytes(text), type)).toBe(read);
  });
});

/** Returns a response whose body arrives in chunks of `size` bytes. */
function answer(body: Buffer, size: number, contentType: string): Response {
  let at = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= body.length) return controller.close();
      controller.enqueue(new Uint8Array(body.subarray(at, at + size)));
      at += size;
    },
  });
  return new Response(stream, { headers: { 'content-type': contentType } });
}

describe('the parts of an artifact', () => {
  const part = (name: string, body: string, headers = '') =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n${headers}\r\n${body}\r\n`;
  const payload = Buffer.concat([Buffer.from('\r\n--b\r\n'), Buffer.alloc(5_000, 0xff)]);
  const form = Buffer.concat([
    Buffer.from(part('artifactProps', '{}') + part('httpResponseHeader', 'HTTP/1.1 200 OK\r\nA: b\r\n\r\n')),
    Buffer.from(
      `--b\r\nContent-Disposition: form-data; name="payload"; filename="payload"\r\nContent-Type: text/plain\r\nContent-Length: ${payload.length}\r\n\r\n`,
    ),
    payload,
    Buffer.from('\r\n--b--\r\n'),
  ]);
  const type = 'multipart/form-data; boundary=b';

  it.each([1, 7, 64, 100_000])('are told apart when they come by %d bytes', async (size) => {
    const parts = await readArtifactParts(answer(form, size, type), 1_000_000);
    expect(parts).toMatchObject({
      head: 'HTTP/1.1 200 OK\r\nA: b\r\n\r\n',
      type: 'text/plain',
      isWhole: true,
    });
    expect(payload.equals(parts.bytes)).toBe(true);
  });

  it('are read no further than is wanted', async () => {
    const parts = await readArtifactParts(answer(form, 64, type), 100);
    expect([parts.bytes.length, parts.isWhole]).toEqual([100, false]);
  });

  it('that break off, or are none, are refused', async () => {
    await expect(readArtifactParts(answer(form.subarray(0, 90), 64, type), 100)).rejects.toThrow(SyntaxError);
    await expect(readArtifactParts(answer(form, 64, 'text/plain'), 100)).rejects.toThrow(SyntaxError);
  });

  it('the beginning of an answer is no longer than wanted', async () => {
    const all = await readBodyStart(answer(form, 64, type), 1_000_000);
    expect([all.bytes.length, all.isWhole]).toEqual([form.length, true]);
    expect(await readBodyStart(answer(form, 64, type), 100)).toMatchObject({ isWhole: false });
  });
});

it('a head is taken apart, whatever is in it', () => {
  const head = parseHttpHead(
    'HTTP/1.1 200 \xc3\xa9\r\nContent-TYPE: text/html\r\n folded\r\nno field\r\nx:\xe9\r\n\r\n',
  );
  expect(head.statusLine).toBe('HTTP/1.1 200 é');
  expect(head.fields).toEqual([
    { name: 'Content-TYPE', value: 'text/html folded' },
    { name: '', value: 'no field' },
    { name: 'x', value: '\xe9' },
  ]);
  expect(findField(head, 'content-type')).toBe('text/html folded');
});
