// Encodes multipart/form-data (RFC 7578) as a stream. The package form-data does not accept async iterables and would
// add a dozen dependencies.
import { randomUUID } from 'node:crypto';

export interface FormFile {
  readonly content: Uint8Array | AsyncIterable<Uint8Array>;
  /** Length of `content`, in bytes. If the lengths of all files are known, the request has a Content-Length header. */
  readonly sizeBytes?: number | undefined;
  /** File name in the form. Default: the name of the field. */
  readonly fileName?: string | undefined;
  /** Media type. Default: `application/octet-stream`. */
  readonly type?: string | undefined;
}
/** Content of a file. To stream a file from disk, pass the `Blob` from `openAsBlob` of node:fs. */
export type FileInput = Uint8Array | Blob | AsyncIterable<Uint8Array> | FormFile;
export type FormValue = string | FileInput;

export interface EncodedForm {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: AsyncIterable<Uint8Array>;
}

interface EncodedPart {
  readonly head: Buffer;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  readonly sizeBytes: number | undefined;
}

/**
 * Encodes the form. Puts text fields before files, so that the service has read all text fields when a file arrives.
 */
export function encodeForm(fields: Readonly<Record<string, FormValue | undefined>>): EncodedForm {
  // Random boundary. No field contains it.
  const boundary = `holdfast-${randomUUID()}`;
  const given = Object.entries(fields).filter(
    (field): field is [string, FormValue] => field[1] !== undefined,
  );
  const texts = given.filter(([, value]) => typeof value === 'string');
  const files = given.filter(([, value]) => typeof value !== 'string');
  const parts = [...texts, ...files].map(([name, value]) => createPart(boundary, name, value));
  const tail = Buffer.from(`--${boundary}--\r\n`);
  const sizes = parts.map(({ head, sizeBytes = Number.NaN }) => head.length + sizeBytes + lineEnd.length);
  const length = sizes.reduce((sum, size) => sum + size, tail.length);
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(Number.isNaN(length) ? { 'transfer-encoding': 'chunked' } : { 'content-length': length }),
    },
    body: encodeParts(parts, tail),
  };
}

const lineEnd = Buffer.from('\r\n');

async function* encodeParts(parts: readonly EncodedPart[], tail: Buffer): AsyncGenerator<Uint8Array> {
  for (const { head, content } of parts) {
    yield head;
    yield* content;
    yield lineEnd;
  }
  yield tail;
}

function createPart(boundary: string, name: string, value: FormValue): EncodedPart {
  const start = `--${boundary}\r\nContent-Disposition: form-data; name="${escapeFieldName(name)}"`;
  if (typeof value === 'string') {
    const content = Buffer.from(value);
    const head = Buffer.from(`${start}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n`);
    return { head, content: [content], sizeBytes: content.length };
  }
  const { content, sizeBytes, fileName = name, type = 'application/octet-stream' } = normalizeFile(value);
  const isBytes = content instanceof Uint8Array;
  return {
    head: Buffer.from(
      `${start}; filename="${escapeFieldName(fileName)}"\r\nContent-Type: ${requireOneLine(type)}\r\n\r\n`,
    ),
    content: isBytes ? [content] : content,
    sizeBytes: isBytes ? content.length : sizeBytes,
  };
}

function normalizeFile(value: FileInput): FormFile {
  if (value instanceof Blob) {
    const { size: sizeBytes, type } = value;
    const fileName = value instanceof File ? value.name : undefined;
    return { content: value.stream(), sizeBytes, fileName, type: type || undefined };
  }
  return 'content' in value ? value : { content: value };
}

/** Escapes a field name or file name as browsers do (HTML standard, multipart/form-data encoding algorithm). */
function escapeFieldName(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}

/** Returns the media type. Throws TypeError if it contains a line break, because that would allow header injection. */
function requireOneLine(type: string): string {
  if (/[\r\n]/.test(type)) throw new TypeError('A media type is one line.');
  return type;
}
