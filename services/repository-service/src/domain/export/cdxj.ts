// Formats the index of a WACZ: CDXJ lines for the captures, and ZipNum lines that locate each block of CDXJ lines.
import { encodeBase32 } from '@holdfast/warc';

export interface IndexedCapture {
  readonly id: string;
  readonly urlkey: string;
  readonly url: string;
  readonly collectionMs: number;
  readonly isRevisit: boolean;
  readonly mime: string | undefined;
  readonly httpStatus: number | undefined;
  readonly sha1: Uint8Array;
  /** HTTP method. Undefined for GET, or if the request was not captured. */
  readonly method: string | undefined;
  readonly requestBody: string | undefined;
  /** Offset of the capture's gzip member in the WARC file. */
  readonly offset: number;
  readonly lengthBytes: number;
}

/** Returns the CDXJ line, including the line break. */
export function formatCdxjLine(capture: IndexedCapture, filename: string): string {
  const { url, mime, httpStatus, sha1, method, requestBody, offset, lengthBytes } = capture;
  const fields = {
    url,
    mime: capture.isRevisit ? 'warc/revisit' : (mime ?? 'unk'),
    ...(httpStatus !== undefined && { status: String(httpStatus) }),
    digest: `sha1:${encodeBase32(sha1)}`,
    length: String(lengthBytes),
    offset: String(offset),
    filename,
    ...(method !== undefined && { method }),
    ...(requestBody !== undefined && { requestBody }),
  };
  return `${formatCdxjKey(capture)} ${JSON.stringify(fields)}\n`;
}

export interface IndexBlock {
  readonly first: Pick<IndexedCapture, 'urlkey' | 'collectionMs'>;
  /** Offset of the block's gzip member in the index. */
  readonly offset: number;
  readonly lengthBytes: number;
  readonly sha256: string;
}

/** Returns the ZipNum line of the block, including the line break. */
export function formatBlockLine(
  { first, offset, lengthBytes, sha256 }: IndexBlock,
  filename: string,
): string {
  const fields = { offset, length: lengthBytes, digest: `sha256:${sha256}`, filename };
  return `${formatCdxjKey(first)} ${JSON.stringify(fields)}\n`;
}

/** Returns the first line of the ZipNum file. */
export function formatBlockListHead(filename: string): string {
  return `!meta 0 ${JSON.stringify({ format: 'cdxj-gzip-1.0', filename })}\n`;
}

function formatCdxjKey({ urlkey, collectionMs }: Pick<IndexedCapture, 'urlkey' | 'collectionMs'>): string {
  return `${urlkey} ${formatIsoTime(collectionMs).replace(/\D/g, '')}`;
}

const FIRST_MS = Date.parse('0000-01-01T00:00:00Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59Z');

/** Formats a time in whole seconds. Clamps it to the years 0 to 9999. */
export function formatIsoTime(ms: number): string {
  const bounded = Math.min(Math.max(ms, FIRST_MS), LAST_MS);
  return `${new Date(bounded).toISOString().slice(0, 19)}Z`;
}

/** Returns whether the capture is a web page at which a user can start browsing. */
export function isBrowsablePage({ isRevisit, mime, httpStatus, method }: IndexedCapture): boolean {
  return (
    !isRevisit &&
    httpStatus === 200 &&
    method === undefined &&
    /^(?:text\/html|application\/xhtml\+xml)$/i.test(mime ?? '')
  );
}
