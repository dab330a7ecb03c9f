// Composes the HTTP head of a revisit whose payload is in a record without a usable head: a resource, or a capture of
// another URL. Status, Location and cookies of such a record do not apply to the revisit.
import { STATUS_CODES } from 'node:http';
import { isHttpMessage, type StoredHttpHead } from '@holdfast/warc';
import type { StoredArtifact } from '../index/artifact.db.ts';
import { checkContentCoding, checkMediaType } from './capture-headers.ts';

/** Parts of a stored record from which the head is composed. */
export interface HeadedRecord {
  /** WARC-Type in lower case. */
  readonly type: string;
  readonly http: StoredHttpHead | undefined;
  /** Content-Type of the WARC header. */
  readonly contentType: string | undefined;
  /** WARC-Target-URI. */
  readonly targetUri: string;
}

/** Fields of the artifact's head that the index contains. */
export type IndexedHead = Pick<StoredArtifact, 'httpStatus' | 'redirect'>;

/** Composes a head from the fields that describe the payload and the fields in the index. */
export function makePayloadHead(
  { httpStatus = 200, redirect }: IndexedHead,
  holder: HeadedRecord,
): StoredHttpHead {
  const { http } = holder;
  const fields = new Map([
    ['Content-Type', checkMediaType(http ? http.get('content-type') : findOwnContentType(holder))],
    ['Content-Encoding', checkContentCoding(http?.get('content-encoding'))],
    // Transfer-Encoding applies only to payloads that include their chunk framing. Replay drops this field for all
    // other payloads.
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

/** Returns whether the record is a capture of the artifact's own URL. */
export function isCaptureOfUrl({ targetUri }: HeadedRecord, { url }: Pick<StoredArtifact, 'url'>): boolean {
  return targetUri === url || targetUri.toWellFormed() === url;
}

/**
 * Returns the media type of a payload that did not come over HTTP: a `resource`, or a `response` of DNS, FTP,
 * WHOIS or Gopher. Returns undefined for a response that lacks its HTTP head.
 */
export function findOwnContentType({ type, contentType }: HeadedRecord): string | undefined {
  return type === 'resource' || !isHttpMessage(contentType) ? contentType : undefined;
}
