// A form as it goes over the wire, multipart/form-data (RFC 7578): its parts are streamed, none is held.
// Own code instead of form-data, which takes no async iterables and brings a dozen packages to programs that use the client.
import { randomUUID } from 'node:crypto';

export interface FormFile {
  readonly content: Uint8Array | AsyncIterable<Uint8Array>;
  /** Length of `content`; the request has a Content-Length when all lengths are known. */
  readonly sizeBytes?: number | undefined;
  /** Told to the service; the field's name when absent. */
  readonly fileName?: string | undefined;
  /** Media type; `application/octet-stream` when absent. */
  readonly type?: string | undefined;
}
/** The forms in which a file can be given; a `Blob` of node:fs `openAsBlob` is streamed like the others. */
export type FileInput = Uint8Array | Blob | AsyncIterable<Uint8Array> | FormFile;
/** A text, or a file. */
export type FormValue = string | FileInput;

export interface EncodedForm {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: AsyncIterable<Uint8Array>;
}

interface Part {
  readonly head: Buffer;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  readonly sizeBytes: number | undefined;
}

/** Texts go first, so that the service knows them when a file arrives; otherwise in the order given. */
export function encodeForm(fields: Readonly<Record<string, FormValue | undefined>>): EncodedForm {
  // Random, and so in none of the parts.
  const boundary = `holdfast-${randomUUID()}`;
  const given = Object.entries(fields).filter(
    (field): field is [string, FormValue] => field[1] !== undefined,
  );
  const texts = given.filter(([, value]) => typeof value === 'string');
  const files = given.filter(([, value]) => typeof value !== 'string');
  const parts = [...texts, ...files].map(([name, value]) => partOf(boundary, name, value));
  const tail = Buffer.from(`--${boundary}--\r\n`);
  const sizes = parts.map(({ head, sizeBytes = Number.NaN }) => head.length + sizeBytes + lineEnd.length);
  const length = sizes.reduce((sum, size) => sum + size, tail.length);
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(Number.isNaN(length) ? { 'transfer-encoding': 'chunked' } : { 'content-length': length }),
    },
    body: bytesOf(parts, tail),
  };
}

const lineEnd = Buffer.from('\r\n');

async function* bytesOf(parts: readonly Part[], tail: Buffer): AsyncGenerator<Uint8Array> {
  for (const { head, content } of parts) {
    yield head;
    yield* content;
    yield lineEnd;
  }
  yield tail;
}

function partOf(boundary: string, name: string, value: FormValue): Part {
  const start = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`;
  if (typeof value === 'string') {
    const content = Buffer.from(value);
    const head = Buffer.from(`${start}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n`);
    return { head, content: [content], sizeBytes: content.length };
  }
  const { content, sizeBytes, fileName = name, type = 'application/octet-stream' } = fileOf(value);
  const isBytes = content instanceof Uint8Array;
  return {
    head: Buffer.from(`${start}; filename="${quoted(fileName)}"\r\nContent-Type: ${oneLine(type)}\r\n\r\n`),
    content: isBytes ? [content] : content,
    sizeBytes: isBytes ? content.length : sizeBytes,
  };
}

function fileOf(value: FileInput): FormFile {
  if (value instanceof Blob) {
    const { size: sizeBytes, type } = value;
    const fileName = value instanceof File ? value.name : undefined;
    return { content: value.stream(), sizeBytes, fileName, type: type || undefined };
  }
  return 'content' in value ? value : { content: value };
}

/** Escapes a name as browsers do (HTML, multipart/form-data encoding algorithm). */
function quoted(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}

/** Throws TypeError: more than a line would be a header of the caller's making. */
function oneLine(type: string): string {
  if (/[\r\n]/.test(type)) throw new TypeError('A media type is one line.');
  return type;
}
