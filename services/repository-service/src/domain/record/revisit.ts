// Composes complete records for revisits. A revisit becomes an artifact that shares the payload of its original. Replay
// serves it as a `response` with the HTTP head of the revisit and the payload of the original. The WARC header and all
// lengths are computed at import, before the original is read, because replay clients ask the index for the length. If
// a revisit has no head, or a 304 head (which has no content by definition), the head of its original is used, provided
// that both have the same URL. If their URLs differ, only the fields that describe the payload are used. The length of
// the original's head is unknown at import, so a space of fixed size is reserved for it (composed-head.ts).
import type { ImportEntry, Original } from './entry.ts';
import type { CapturedRecord } from './read-record.ts';
import { makeDigestKey } from './refers-to.ts';
import { computeStoredMemberLength } from './stored-gzip.ts';

/** Formats the error for a revisit whose original does not exist. */
export function describeUnresolvedRevisit({ refersTo }: Pick<CapturedRecord, 'refersTo'>): string {
  const parts = [
    refersTo?.recordId && `record ${refersTo.recordId}`,
    refersTo?.url && `URL ${refersTo.url}`,
    refersTo?.dateMs !== undefined && `date ${new Date(refersTo.dateMs).toISOString()}`,
    refersTo?.digest && `payload ${makeDigestKey(refersTo.digest)}`,
  ].filter(Boolean);
  return `the original of this revisit is not in the repository (${parts.join(', ') || 'it names none'})`;
}

/** Formats the error for a revisit whose original cannot be read. */
export function describeDamagedOriginal({ id }: Original): string {
  return `the payload of this revisit is damaged in the repository (artifact ${id}); import its original again`;
}

/** Returns whether replay uses only the revisit's own head. If so, any capture with the payload can be the original. */
export function hasOwnHead({ httpStatus }: Pick<CapturedRecord, 'httpStatus'>): boolean {
  return httpStatus !== undefined && httpStatus !== 304;
}

/** Space reserved for the head of the original. */
const ORIGINAL_HEAD_ROOM_BYTES = 4_096;
/**
 * Space added after the head of a revisit, for the blank line that some revisits omit. Otherwise it is filled with
 * white space.
 */
const OWN_HEAD_EXTRA_BYTES = 4;

interface Composition {
  readonly id: string;
  readonly url: string;
  readonly collectionMs: number;
  /** Length of the payload. */
  readonly contentLength: number;
  /** Digest of the payload. */
  readonly sha256: Uint8Array;
  /** HTTP head of the revisit. Empty if it has none. */
  readonly ownHead: { bytes: number; status: number | undefined };
}

export interface ComposedRecord {
  readonly warcHeader: Buffer;
  readonly headFrom: 'revisit' | 'original';
  /** Length of the composed HTTP head. */
  readonly headBytes: number;
  /** Length of the record, including the line ends that close it. */
  readonly recordBytes: number;
  /** Length of the gzip member that contains the record. */
  readonly memberBytes: number;
}

export const recordEnd = Buffer.from('\r\n\r\n');

/** Returns the length in bytes of the gzip member that replay serves for a revisit. */
export function computeReplayLength(
  { id, record }: Pick<ImportEntry, 'id' | 'record'>,
  original: Original,
): number {
  return composeRecord({
    id,
    url: record.url,
    collectionMs: record.collectionMs,
    contentLength: original.contentLength,
    sha256: Buffer.from(original.sha256, 'hex'),
    ownHead: { bytes: record.headBytes, status: record.httpStatus },
  }).memberBytes;
}

export function composeRecord(composition: Composition): ComposedRecord {
  const { bytes, status } = composition.ownHead;
  const headFrom = bytes === 0 || status === 304 ? 'original' : 'revisit';
  const headBytes = headFrom === 'original' ? ORIGINAL_HEAD_ROOM_BYTES : bytes + OWN_HEAD_EXTRA_BYTES;
  const blockBytes = headBytes + composition.contentLength;
  const warcHeader = Buffer.from(warcHeaderText(composition, blockBytes));
  const recordBytes = warcHeader.length + blockBytes + recordEnd.length;
  return {
    warcHeader,
    headFrom,
    headBytes,
    recordBytes,
    memberBytes: computeStoredMemberLength(recordBytes),
  };
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

/**
 * Escapes characters that would end the line or that PostgreSQL cannot return unchanged, because a URL may contain any
 * character.
 */
function headerValue(url: string): string {
  return url.toWellFormed().replace(/[\0-\x20\x7f]/g, encodeURIComponent);
}
