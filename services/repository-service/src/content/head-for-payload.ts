// The HTTP head that is made for a revisit whose payload lies in a record that has no head to be given for it: a resource,
// or a capture of another URL, whose status, Location and cookies are not those of the revisit.
import { STATUS_CODES } from 'node:http';
import { isHttpMessage, type StoredHttpHead } from '@holdfast/warc';
import type { StoredArtifact } from '../index/artifact.db.ts';
import { wellFormedCoding, wellFormedMediaType } from './capture-headers.ts';

/** What is asked of a stored record. */
export interface HeadedRecord {
  /** WARC-Type in lower case. */
  readonly type: string;
  readonly http: StoredHttpHead | undefined;
  /** Content-Type of the WARC header. */
  readonly contentType: string | undefined;
  /** WARC-Target-URI. */
  readonly targetUri: string;
}

/** What the index knows of the head that an artifact is given for. */
export type IndexedHead = Pick<StoredArtifact, 'httpStatus' | 'redirect'>;

/** Has the fields that describe the payload, and what the index knows of the artifact. */
export function headForPayload(
  { httpStatus = 200, redirect }: IndexedHead,
  holder: HeadedRecord,
): StoredHttpHead {
  const { http } = holder;
  const fields = new Map([
    ['Content-Type', wellFormedMediaType(http ? http.get('content-type') : ownContentType(holder))],
    ['Content-Encoding', wellFormedCoding(http?.get('content-encoding'))],
    // For payloads that are bodies with their framing; replay leaves it out for others.
    ['Transfer-Encoding', wellFormedCoding(http?.get('transfer-encoding'))],
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

/** Whether the record is a capture of the artifact's own URL. */
export function isOfUrl({ targetUri }: HeadedRecord, { url }: Pick<StoredArtifact, 'url'>): boolean {
  return targetUri === url || targetUri.toWellFormed() === url;
}

/**
 * The media type of a payload that did not come over HTTP: a `resource`, or a `response` of DNS, FTP, WHOIS or Gopher. A
 * response that should have an HTTP head and has none is of no known type.
 */
export function ownContentType({ type, contentType }: HeadedRecord): string | undefined {
  return type === 'resource' || !isHttpMessage(contentType) ? contentType : undefined;
}
