// Composes complete records for revisits. Replay serves a revisit as a `response` with the revisit's HTTP header block
// and the payload of its original. If the revisit has no header block, or status 304, the original's block is used. If
// the original has another URL, only its payload fields are used. All lengths are computed at import, because replay
// clients read them from the index. The import does not read the original's header block, so a fixed number of bytes is
// reserved for it (composed-head.ts).
import type { ImportEntry, Original } from './entry.ts';
import type { CapturedRecord } from './read-record.ts';
import { makeDigestKey } from './refers-to.ts';
import { computeStoredMemberLength } from './stored-gzip.ts';

/** Formats the error for a revisit whose original was not found. */
export function describeUnresolvedRevisit({ refersTo }: Pick<CapturedRecord, 'refersTo'>): string {
  const parts = [
    refersTo?.recordId && `record ${refersTo.recordId}`,
    refersTo?.url && `URL ${refersTo.url}`,
    refersTo?.dateMs !== undefined && `date ${new Date(refersTo.dateMs).toISOString()}`,
    refersTo?.digest && `payload ${makeDigestKey(refersTo.digest)}`,
  ].filter(Boolean);
  return `the original of this revisit is not in the repository (${parts.join(', ') || 'the revisit names no original'})`;
}

/** Formats the error for a revisit whose original is damaged. */
export function describeDamagedOriginal({ id }: Original): string {
  return `the payload of this revisit is damaged in the repository (artifact ${id}); import its original again`;
}

/** Returns whether replay uses only the revisit's own HTTP header block, and only the payload of its original. */
export function hasOwnHttpHeaders({ httpStatus }: Pick<CapturedRecord, 'httpStatus'>): boolean {
  return httpStatus !== undefined && httpStatus !== 304;
}

/** Number of bytes reserved for the original's HTTP header block. */
const ORIGINAL_HEAD_ROOM_BYTES = 4_096;
/** Extra bytes for the blank line that the header block of some revisits lacks. Padded with white space. */
const OWN_HEAD_EXTRA_BYTES = 4;

interface Composition {
  readonly id: string;
  readonly url: string;
  readonly collectionMs: number;
  readonly contentLength: number;
  /** SHA-256 of the payload. */
  readonly sha256: Uint8Array;
  /** HTTP header block of the revisit. `bytes` is 0 if it has none. */
  readonly ownHead: { bytes: number; status: number | undefined };
}

export interface ComposedRecord {
  readonly warcHeader: Buffer;
  readonly headFrom: 'revisit' | 'original';
  /** Length of the composed HTTP header block. */
  readonly headBytes: number;
  /** Length of the record, including the closing line breaks. */
  readonly recordBytes: number;
  /** Length of the gzip member that contains the record. */
  readonly memberBytes: number;
}

export const recordEndBytes = Buffer.from('\r\n\r\n');

/** Returns the length in bytes of the gzip member that replay serves for the revisit. */
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
  const warcHeader = Buffer.from(formatWarcHeader(composition, blockBytes));
  const recordBytes = warcHeader.length + blockBytes + recordEndBytes.length;
  return {
    warcHeader,
    headFrom,
    headBytes,
    recordBytes,
    memberBytes: computeStoredMemberLength(recordBytes),
  };
}

function formatWarcHeader({ id, url, collectionMs, sha256 }: Composition, blockBytes: number): string {
  return [
    'WARC/1.1',
    'WARC-Type: response',
    `WARC-Record-ID: <urn:uuid:${id}>`,
    `WARC-Date: ${new Date(collectionMs).toISOString()}`,
    `WARC-Target-URI: ${escapeHeaderUrl(url)}`,
    `WARC-Payload-Digest: sha256:${Buffer.from(sha256).toString('hex')}`,
    'Content-Type: application/http; msgtype=response',
    `Content-Length: ${blockBytes}`,
    '\r\n',
  ].join('\r\n');
}

/** Escapes characters of a URL that would end the header line or that PostgreSQL cannot store unchanged. */
function escapeHeaderUrl(url: string): string {
  return url.toWellFormed().replace(/[\0-\x20\x7f]/g, encodeURIComponent);
}
