// Builds an HTTP header block for a revisit whose payload record has no usable header block. The payload record is then
// a resource, or a capture of another URL. The status, Location and cookies of another URL do not apply to the revisit.
import { STATUS_CODES } from 'node:http';
import { isHttpMessage, type StoredHttpHead } from '@holdfast/warc';
import type { StoredArtifact } from '../index/artifact.db.ts';
import { checkContentCoding, checkMediaType } from './capture-headers.ts';

/** Fields of a stored record that determine the HTTP header block. */
export interface RecordHeaders {
  /** WARC-Type in lower case. */
  readonly type: string;
  readonly http: StoredHttpHead | undefined;
  /** Content-Type in the WARC header. */
  readonly contentType: string | undefined;
  /** WARC-Target-URI. */
  readonly targetUri: string;
}

/** Header fields of the artifact that the index stores. */
export type IndexedHead = Pick<StoredArtifact, 'httpStatus' | 'redirect'>;

/** Builds the header block from the payload record's descriptive fields and the fields in the index. */
export function makePayloadHead(
  { httpStatus = 200, redirect }: IndexedHead,
  holder: RecordHeaders,
): StoredHttpHead {
  const { http } = holder;
  const fields = new Map([
    ['Content-Type', checkMediaType(http ? http.get('content-type') : findOwnContentType(holder))],
    ['Content-Encoding', checkContentCoding(http?.get('content-encoding'))],
    // Transfer-Encoding is correct only if the payload still has its chunked framing. Otherwise, replay drops the
    // field.
    ['Transfer-Encoding', checkContentCoding(http?.get('transfer-encoding'))],
    ['Location', redirect?.replace(/[\0-\x20\x7f]/g, encodeURIComponent)],
  ]);
  const lines = [...fields].filter(([, value]) => value !== undefined);
  const text = [
    `HTTP/1.1 ${httpStatus} ${STATUS_CODES[httpStatus] ?? ''}`,
    ...lines.map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n');
  const values = new Map(lines.map(([name, value]) => [name.toLowerCase(), value]));
  return { status: httpStatus, bytes: Buffer.from(text), get: (name) => values.get(name.toLowerCase()) };
}

export function isCaptureOfUrl({ targetUri }: RecordHeaders, { url }: Pick<StoredArtifact, 'url'>): boolean {
  return targetUri === url || targetUri.toWellFormed() === url;
}

/**
 * Returns the media type of a payload that was not fetched over HTTP: a `resource`, or a `response` from DNS, FTP,
 * WHOIS or Gopher. Returns undefined for a response whose HTTP header block is missing.
 */
export function findOwnContentType({ type, contentType }: RecordHeaders): string | undefined {
  return type === 'resource' || !isHttpMessage(contentType) ? contentType : undefined;
}
