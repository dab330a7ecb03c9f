// Test helper: parses a multipart/form-data response strictly by RFC 2046 and RFC 7578. Throws if the response violates
// them.
import type { Answer } from './ask.ts';

export interface StrictPart {
  name: string;
  filename: string | undefined;
  /** Headers by lower-case name, without Content-Disposition. */
  headers: Record<string, string>;
  body: Buffer;
}

export function parseStrictParts({ headers, body }: Answer): StrictPart[] {
  const boundary = /^multipart\/form-data; boundary=([0-9A-Za-z'()+_,./:=?-]{1,70})$/.exec(
    headers['content-type'] ?? '',
  )?.[1];
  if (boundary === undefined) throw new Error(`no multipart answer: ${headers['content-type']}`);
  if (headers['content-length'] !== String(body.length)) throw new Error('the length is wrong');
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const parts: StrictPart[] = [];
  // Prepend a line end, so that the first delimiter looks like all other delimiters.
  let rest = Buffer.concat([Buffer.from('\r\n'), body]);
  if (rest.indexOf(delimiter) !== 0) throw new Error('something stands before the first part');
  for (;;) {
    rest = rest.subarray(delimiter.length);
    if (rest.toString('latin1') === '--\r\n') return parts;
    if (rest.subarray(0, 2).toString() !== '\r\n') throw new Error('a delimiter does not end its line');
    const end = rest.indexOf(delimiter);
    if (end < 0) throw new Error('the last part has no end');
    parts.push(strictPart(rest.subarray(2, end)));
    rest = rest.subarray(end);
  }
}

function strictPart(bytes: Buffer): StrictPart {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) throw new Error('a part has no head');
  const headers: Record<string, string> = {};
  for (const line of bytes.subarray(0, headEnd).toString('latin1').split('\r\n')) {
    const field = /^([\w-]+): ([\x20-\x7e]+)$/.exec(line);
    if (!field) throw new Error(`no header line: ${JSON.stringify(line)}`);
    const name = field[1]!.toLowerCase();
    if (name in headers) throw new Error(`twice: ${name}`);
    headers[name] = field[2]!;
  }
  const { 'content-disposition': disposition = '', ...others } = headers;
  const named = /^form-data; name="(\w+)"(?:; filename="(\w+)")?$/.exec(disposition);
  if (!named) throw new Error(`no disposition: ${disposition}`);
  return { name: named[1]!, filename: named[2], headers: others, body: bytes.subarray(headEnd + 4) };
}
