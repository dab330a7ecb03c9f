// Parses a multipart/form-data body as a stream of parts. Holds only the header of a part in memory. Multer cannot be
// used, for three reasons. It exposes neither the parameters of a part's Content-Type nor other headers
// (`X-Lockss-Content-Type`). It decodes fields to text. It drops application/octet-stream parts without a filename, but
// Java clients send the HTTP header block in such a part.
import { isUtf8 } from 'node:buffer';
import { makeBadUploadError } from '../../errors.ts';

export interface FormPart {
  name: string;
  filename: string | undefined;
  /** Headers of the part, by lower-case name. */
  headers: ReadonlyMap<string, string>;
  /** Body of the part. Read it before requesting the next part; unread bytes are skipped. */
  body: AsyncGenerator<Buffer, void>;
}

const maxPreambleBytes = 64 * 1024;
const maxHeaderBytes = 16 * 1024;
const maxParts = 24;
const lineEnd = Buffer.from('\r\n');
const blankLine = Buffer.from('\r\n\r\n');

/** Yields the parts. Throws 400 if the body is not a complete form. Does not read bytes after the last delimiter. */
export async function* parseFormParts(
  bytes: AsyncIterator<Buffer>,
  contentType: string | undefined,
): AsyncGenerator<FormPart, void> {
  const input = new DelimitedInput(bytes, parseBoundary(contentType));
  await input.skipPreamble();
  for (let count = 1; !(await input.atEnd()); count++) {
    if (count > maxParts) throw makeBadUploadError(`The form has more than ${maxParts} parts.`);
    const headers = parseHeaders(await input.header());
    const body = input.body();
    yield { ...parseDisposition(headers), headers, body };
    // If the consumer abandoned the body's generator or never started it, the generator cannot resume. Skip the rest of
    // the body here.
    await input.skipBody();
  }
}

function parseBoundary(contentType = ''): string {
  const found = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i.exec(contentType);
  const boundary = found?.[1] ?? found?.[2];
  if (boundary === undefined || /[^\x20-\x7e]/.test(boundary)) {
    throw makeBadUploadError('The Content-Type of the request names no usable multipart boundary.');
  }
  return boundary;
}

class DelimitedInput {
  readonly #bytes: AsyncIterator<Buffer>;
  /** Line end, two dashes and the boundary. The first byte occurs nowhere else in the delimiter. */
  readonly #delimiter: Buffer;
  /** Bytes that were read but not consumed. Initially a line end, because the first delimiter may come without one. */
  #ahead: Buffer = lineEnd;
  #inBody = false;

  constructor(bytes: AsyncIterator<Buffer>, boundary: string) {
    this.#bytes = bytes;
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  }

  async skipPreamble(): Promise<void> {
    let skippedBytes = 0;
    this.#inBody = true;
    for await (const { length } of this.body()) {
      skippedBytes += length;
      if (skippedBytes > maxPreambleBytes)
        throw makeBadUploadError('The multipart form has no opening boundary.');
    }
  }

  /** Returns whether the delimiter that was read last ends the body. */
  async atEnd(): Promise<boolean> {
    while (this.#ahead.length < 2) await this.#readMore();
    return this.#ahead[0] === 45 && this.#ahead[1] === 45;
  }

  /** Reads the header of a part, up to the blank line. */
  async header(): Promise<Buffer> {
    let end = this.#ahead.indexOf(blankLine);
    while (end < 0) {
      if (this.#ahead.length > maxHeaderBytes)
        throw makeBadUploadError('The header of a part of the form is too long.');
      await this.#readMore();
      end = this.#ahead.indexOf(blankLine);
    }
    const header = this.#ahead.subarray(0, end);
    // RFC 2046 allows only spaces and tabs between a delimiter and its line end.
    const first = header.indexOf(lineEnd);
    const rest = header.subarray(0, first < 0 ? header.length : first).toString('latin1');
    if (rest.trim() !== '') throw makeBadUploadError('The multipart form is malformed at a boundary.');
    this.#ahead = this.#ahead.subarray(end + blankLine.length);
    this.#inBody = true;
    return first < 0 ? Buffer.alloc(0) : header.subarray(first + 2);
  }

  /** Yields the bytes up to the next delimiter. */
  async *body(): AsyncGenerator<Buffer, void> {
    while (this.#inBody) {
      const piece = await this.#readPiece();
      if (piece.length > 0) yield piece;
    }
  }

  async skipBody(): Promise<void> {
    while (this.#inBody) await this.#readPiece();
  }

  async #readPiece(): Promise<Buffer> {
    const ahead = this.#ahead;
    const at = ahead.indexOf(this.#delimiter);
    if (at >= 0) {
      this.#inBody = false;
      this.#ahead = ahead.subarray(at + this.#delimiter.length);
      return ahead.subarray(0, at);
    }
    const begun = this.#findDelimiterStart(ahead);
    this.#ahead = ahead.subarray(begun);
    await this.#readMore();
    return ahead.subarray(0, begun);
  }

  /** Returns the index of an incomplete delimiter at the end of the bytes. Returns the length if there is none. */
  #findDelimiterStart(bytes: Buffer): number {
    const at = bytes.lastIndexOf(this.#delimiter[0]!);
    if (at < 0 || bytes.length - at >= this.#delimiter.length) return bytes.length;
    const begun = bytes.subarray(at);
    return begun.equals(this.#delimiter.subarray(0, begun.length)) ? at : bytes.length;
  }

  async #readMore(): Promise<void> {
    const { done, value } = await this.#bytes.next();
    if (done) throw makeBadUploadError('The multipart form ends before its closing boundary.');
    this.#ahead = this.#ahead.length === 0 ? value : Buffer.concat([this.#ahead, value]);
  }
}

function parseHeaders(bytes: Buffer): Map<string, string> {
  const headers = new Map<string, string>();
  const text = bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1').replace(/\r\n[ \t]+/g, ' ');
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (line !== '' && name === '')
      throw makeBadUploadError('A part of the form has a header line without a name.');
    if (!headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return headers;
}

function parseDisposition(headers: ReadonlyMap<string, string>): {
  name: string;
  filename: string | undefined;
} {
  const disposition = headers.get('content-disposition') ?? '';
  if (!/^form-data\s*(?:;|$)/i.test(disposition))
    throw makeBadUploadError('A part of the form is not form-data.');
  const parameters = new Map<string, string>();
  const pattern = /;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g;
  for (const [, name = '', quoted, token] of disposition.matchAll(pattern)) {
    if (!parameters.has(name.toLowerCase())) {
      parameters.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? token ?? '');
    }
  }
  const name = parameters.get('name');
  if (name === undefined) throw makeBadUploadError('A part of the form has no name.');
  return { name, filename: parameters.get('filename') ?? parameters.get('filename*') };
}
