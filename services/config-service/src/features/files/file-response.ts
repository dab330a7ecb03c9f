// Sends a configuration file: negotiates the media type, evaluates preconditions, and sends the bytes directly or as a
// multipart form.
import { Readable } from 'node:stream';
import { detectCharset } from '@holdfast/config-format';
import {
  evaluateReadConditions,
  type HttpRequest,
  type HttpResponse,
  parsePreconditions,
  type RepresentationValidators,
  sendStream,
} from '@holdfast/http-kit';
import { peekStream } from '../../domain/read-start.ts';
import { makeNotAcceptableError, makePreconditionFailedError } from '../errors.ts';

export interface FileValidators extends RepresentationValidators {
  readonly modifiedMs: number;
}

export interface ReadableFile extends FileValidators {
  readonly format: 'xml' | 'properties' | 'tdb';
  readonly sizeBytes: number;
  open(signal: AbortSignal): AsyncIterable<Uint8Array>;
  /** Releases resources. Must be called even if the file was not opened. */
  close?(): Promise<void>;
}

type Form = 'native' | 'bytes' | 'part';

/** Sends the file that `find` returns. Throws 400, 406 and 412, and the errors of `find`. */
export async function sendFileResponse(
  { raw, signal }: { readonly raw: HttpRequest; readonly signal: AbortSignal },
  response: HttpResponse,
  find: () => Promise<ReadableFile>,
): Promise<void> {
  const form = formWanted(raw);
  const preconditions = parsePreconditions(raw.headers);
  const file = await find();
  try {
    const verdict = evaluateReadConditions(preconditions, file);
    if (verdict === 'failed') throw makePreconditionFailedError();
    response.set({ ...makeValidatorHeaders(file), 'Cache-Control': 'no-cache', Vary: 'Accept' });
    if (verdict === 'not-modified') response.status(304).end();
    else if (form === 'part') await sendPart(response, file, signal);
    else await sendBytes(response, file, form, signal);
  } finally {
    await file.close?.();
  }
}

export function makeValidatorHeaders({ etag, modifiedMs }: FileValidators): Record<string, string> {
  return { ETag: etag, 'Last-Modified': new Date(modifiedMs).toUTCString() };
}

/** Returns a strong entity tag that depends only on the bytes. */
export const makeEtag = (sha256: string): string => `"${sha256.slice(0, 32)}"`;

const typeOf = ({ format }: ReadableFile): string => (format === 'xml' ? 'text/xml' : 'text/plain');

/**
 * Chooses the representation that the client accepts. A client that accepts both text types gets the type of the file.
 * Generated clients may accept only application/problem+json, because every operation declares that type. Such clients
 * also get the file in its own type.
 */
function formWanted(request: HttpRequest): Form {
  const wanted = request.accepts([
    'text/plain',
    'text/xml',
    'application/octet-stream',
    'multipart/form-data',
    'application/problem+json',
  ]);
  if (wanted === false) throw makeNotAcceptableError();
  if (wanted === 'multipart/form-data') return 'part';
  return wanted === 'application/octet-stream' ? 'bytes' : 'native';
}

async function sendBytes(
  response: HttpResponse,
  file: ReadableFile,
  form: Form,
  signal: AbortSignal,
): Promise<void> {
  const { start, whole } = await peekStream(file.open(signal), 1);
  const type =
    form === 'bytes'
      ? 'application/octet-stream'
      : `${typeOf(file)}; charset=${detectCharset(file.format, start)}`;
  response.status(200).set({ 'Content-Type': type, 'Content-Length': String(file.sizeBytes) });
  await sendStream(response, streamOf(whole), { signal });
}

/** Sends a multipart form. Derives the boundary from the content, so that equal files have equal responses. */
async function sendPart(response: HttpResponse, file: ReadableFile, signal: AbortSignal): Promise<void> {
  const boundary = `holdfast-${file.etag.replaceAll('"', '')}`;
  const headers = {
    'Content-Disposition': 'form-data; name="configFile"; filename="configFile"',
    'Content-Type': typeOf(file),
    'Content-Length': String(file.sizeBytes),
    ...makeValidatorHeaders(file),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`--${boundary}\r\n${lines.join('')}\r\n`);
  const end = Buffer.from(`\r\n--${boundary}--\r\n`);
  response.status(200).set({
    'Content-Type': `multipart/form-data; boundary=${boundary}`,
    'Content-Length': String(head.length + file.sizeBytes + end.length),
  });
  await sendStream(response, streamOf(between(head, file.open(signal), end)), { signal });
}

async function* between(
  head: Buffer,
  bytes: AsyncIterable<Uint8Array>,
  end: Buffer,
): AsyncGenerator<Uint8Array> {
  yield head;
  yield* bytes;
  yield end;
}

const streamOf = (bytes: AsyncIterable<Uint8Array>): Readable => Readable.from(bytes, { objectMode: false });
