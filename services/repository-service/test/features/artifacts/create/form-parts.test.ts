import { describe, expect, it } from '@jest/globals';
import { parseFormParts } from '../../../../src/features/artifacts/create/form-parts.ts';

const type = 'multipart/form-data; boundary=b--b';
const part = (headers: string, body: string) => `--b--b\r\n${headers}\r\n\r\n${body}\r\n`;
const named = (name: string, body: string) => part(`Content-Disposition: form-data; name="${name}"`, body);

async function* chunks(body: string, chunkBytes: number) {
  const bytes = Buffer.from(body, 'latin1');
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

interface Read {
  name: string;
  filename: string | undefined;
  body: string;
  headers: Record<string, string>;
}

async function read(
  body: string,
  contentType: string | undefined = type,
  chunkBytes = 65_536,
): Promise<Read[]> {
  const found: Read[] = [];
  for await (const { name, filename, headers, body: pieces } of parseFormParts(
    chunks(body, chunkBytes),
    contentType,
  )) {
    const bytes: Buffer[] = [];
    for await (const piece of pieces) bytes.push(piece);
    const text = Buffer.concat(bytes).toString('latin1');
    found.push({ name, filename, headers: Object.fromEntries(headers), body: text });
  }
  return found;
}

const everyByte = Buffer.from(Array.from({ length: 512 }, (_, i) => i % 256)).toString('latin1');
const nearly = '\r\n--b-\r\n--b--\r\r\n--b--a\r\n\r\n--';
const form = [
  'a preamble\r\n',
  named('first', 'one'),
  part(
    'Content-Disposition: form-data; name="second"; filename="a \\"file\\""\r\nContent-Type: text/plain; a=b',
    everyByte,
  ),
  part('CONTENT-DISPOSITION:form-data;name=third;filename=payload\r\nX-Lockss-Content-Type: odd/ ;;', nearly),
  named('empty', ''),
  '--b--b--\r\nan epilogue',
].join('');

describe('the parts of a form', () => {
  it.each([1, 2, 7, 64, 65_536])('come whole out of chunks of %i bytes', async (chunkBytes) => {
    const parts = await read(form, type, chunkBytes);
    expect(parts.map(({ name, filename }) => [name, filename])).toEqual([
      ['first', undefined],
      ['second', 'a "file"'],
      ['third', 'payload'],
      ['empty', undefined],
    ]);
    expect(parts.map(({ body }) => body)).toEqual(['one', everyByte, nearly, '']);
    expect(parts[1]!.headers['content-type']).toBe('text/plain; a=b');
    expect(parts[2]!.headers['x-lockss-content-type']).toBe('odd/ ;;');
  });

  it('may be passed over', async () => {
    const names: string[] = [];
    for await (const { name, body } of parseFormParts(chunks(form, 5), type)) {
      names.push(name);
      if (name === 'second') await body.next();
    }
    expect(names).toEqual(['first', 'second', 'third', 'empty']);
  });

  it('are none in an empty form', async () => {
    expect(await read('--b--b--')).toEqual([]);
  });

  it.each([
    ['multipart/form-data; boundary="b--b"', 1],
    ['multipart/form-data; charset=utf-8; Boundary=b--b; a=b', 1],
    ['multipart/form-data; boundary="b--b" ', 1],
  ])('are found with %s', async (contentType, count) => {
    expect(await read(`${named('a', 'b')}--b--b--`, contentType)).toHaveLength(count);
  });

  it('may have blanks behind a delimiter, folded headers, and names in UTF-8', async () => {
    const body = '--b--b \t\r\nContent-Disposition: form-data;\r\n name="\xc3\xa9"\r\n\r\nx\r\n--b--b--';
    expect(await read(body)).toMatchObject([{ name: 'é', body: 'x' }]);
  });

  it.each([
    ['nothing at all', '', type],
    ['no delimiter', 'abc', type],
    ['no end', named('a', 'b'), type],
    ['half an end', `${named('a', 'b')}--b--b-`, type],
    ['a header cut short', '--b--b\r\nContent-Disp', type],
    ['something behind a delimiter', '--b--bx\r\nA: b\r\n\r\nx\r\n--b--b--', type],
    ['a part without a name', `${part('Content-Disposition: form-data', 'x')}--b--b--`, type],
    ['a part of another kind', `${part('Content-Disposition: attachment; name=a', 'x')}--b--b--`, type],
    ['a part without a header', '--b--b\r\n\r\nx\r\n--b--b--', type],
    ['a header line without a name', `${part(': x', 'x')}--b--b--`, type],
    ['a header of 20,000 bytes', `${part(`A: ${'x'.repeat(20_000)}`, 'x')}--b--b--`, type],
    ['an endless preamble', 'x'.repeat(100_000), type],
    ['25 parts', `${Array.from({ length: 25 }, () => named('a', 'b')).join('')}--b--b--`, type],
    ['no boundary', form, 'multipart/form-data'],
    ['a boundary too long', form, `multipart/form-data; boundary=${'x'.repeat(71)}`],
    ['no type', form, undefined],
  ])('are refused for %s', async (_, body, contentType) => {
    const reading = contentType === undefined ? read(body, '') : read(body, contentType);
    await expect(reading).rejects.toMatchObject({ status: 400 });
  });
});
