// What is made of a revisit: the artifact that it refers to is found (its original), and replay serves a complete
// `response` of the revisit's HTTP head and the original's payload. That record's WARC header and every length are known
// when the revisit is imported, before a byte of the original is read, so that the index can carry the length that replay
// clients ask for.
//
// The head is the revisit's own. When it has none, or is a 304 (which by definition comes without content), the head is
// the original's if that is a capture of the same URL. Of another URL's head only the fields are taken that describe the
// payload. As the length of that head is not known at import, it gets a space of fixed size (see composed-head.ts).
import type { Entry, Original } from './entry.ts';
import type { CapturedRecord } from './read-record.ts';
import { digestKey } from './refers-to.ts';
import { storedMemberLength } from './stored-gzip.ts';

/** Why a revisit cannot be kept: what it refers to is nowhere. */
export function unresolvedWords({ refersTo }: Pick<CapturedRecord, 'refersTo'>): string {
  const parts = [
    refersTo?.recordId && `record ${refersTo.recordId}`,
    refersTo?.url && `URL ${refersTo.url}`,
    refersTo?.dateMs !== undefined && `date ${new Date(refersTo.dateMs).toISOString()}`,
    refersTo?.digest && `payload ${digestKey(refersTo.digest)}`,
  ].filter(Boolean);
  return `the original of this revisit is not in the repository (${parts.join(', ') || 'it names none'})`;
}

/** Why a revisit cannot be kept: what it refers to cannot be read. */
export function damagedOriginalWords({ id }: Original): string {
  return `the payload of this revisit is damaged in the repository (artifact ${id}); import its original again`;
}

/** Whether replay needs no head of the original, so that any capture with the payload will do. */
export function hasOwnHead({ httpStatus }: Pick<CapturedRecord, 'httpStatus'>): boolean {
  return httpStatus !== undefined && httpStatus !== 304;
}

/** Room for the head of the original. */
const ORIGINAL_HEAD_ROOM_BYTES = 4_096;
/** An own head grows by this much: by the blank line that some revisits leave out, otherwise by white space. */
const OWN_HEAD_EXTRA_BYTES = 4;

interface Composition {
  readonly id: string;
  readonly url: string;
  readonly collectionMs: number;
  /** Length of the payload. */
  readonly contentLength: number;
  /** Digest of the payload. */
  readonly sha256: Uint8Array;
  /** The revisit's own HTTP head; 0 bytes when it has none. */
  readonly ownHead: { bytes: number; status: number | undefined };
}

export interface ComposedRecord {
  readonly warcHeader: Buffer;
  readonly headFrom: 'revisit' | 'original';
  /** Length of the HTTP head as composed. */
  readonly headBytes: number;
  /** Length of the record, its closing line ends included. */
  readonly recordBytes: number;
  /** Length of the gzip member that wraps it. */
  readonly memberBytes: number;
}

export const recordEnd = Buffer.from('\r\n\r\n');

/** Length in bytes of the gzip member that replay serves for a revisit. */
export function replayLength({ id, record }: Pick<Entry, 'id' | 'record'>, original: Original): number {
  return composedRecord({
    id,
    url: record.url,
    collectionMs: record.collectionMs,
    contentLength: original.contentLength,
    sha256: Buffer.from(original.sha256, 'hex'),
    ownHead: { bytes: record.headBytes, status: record.httpStatus },
  }).memberBytes;
}

export function composedRecord(composition: Composition): ComposedRecord {
  const { bytes, status } = composition.ownHead;
  const headFrom = bytes === 0 || status === 304 ? 'original' : 'revisit';
  const headBytes = headFrom === 'original' ? ORIGINAL_HEAD_ROOM_BYTES : bytes + OWN_HEAD_EXTRA_BYTES;
  const blockBytes = headBytes + composition.contentLength;
  const warcHeader = Buffer.from(warcHeaderText(composition, blockBytes));
  const recordBytes = warcHeader.length + blockBytes + recordEnd.length;
  return { warcHeader, headFrom, headBytes, recordBytes, memberBytes: storedMemberLength(recordBytes) };
}

function warcHeaderText({ id, url, collectionMs, sha256 }: Composition, blockBytes: number): string {
  return [
    'WARC/1.1',
    'WARC-Type: response',
    `WARC-Record-ID: <urn:uuid:${id}>`,
    `WARC-Date: ${new Date(collectionMs).toISOString()}`,
    `WARC-Target-URI: ${headerValue(url)}`,
    `WARC-Payload-Digest: sha256:${Buffer.from(sha256).toString('hex')}`,
    'Content-Type: application/http; msgtype=response',
    `Content-Length: ${blockBytes}`,
    '\r\n',
  ].join('\r\n');
}

/** A URL may hold anything: nothing in it may end the line, and it must read the same after PostgreSQL had it. */
function headerValue(url: string): string {
  return url.toWellFormed().replace(/[\0-\x20\x7f]/g, encodeURIComponent);
}
