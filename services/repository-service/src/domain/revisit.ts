// What is made of a revisit: the artifact that it refers to is found (its original), and replay serves a complete
// `response` of the revisit's HTTP head and the original's payload. That record's WARC header and every length are known
// when the revisit is imported, before a byte of the original is read, so that the index can carry the length that replay
// clients ask for.
//
// The head is the revisit's own. When it has none, or is a 304 (which by definition comes without content), the head is
// the original's; as that one's length is not known at import, it gets a room of fixed size (see composed-head.ts).

import type { ArtifactRow, KnownOriginal, Original } from './artifact-row.ts';
import type { Entry, NamedOriginal } from './entry.ts';
import type { CapturedRecord, RefersTo } from './read-record.ts';
import { storedMemberLength } from './replay/stored-gzip.ts';

export interface OriginalFinder {
  find(revisit: Entry): Original | undefined;
  /** Makes a row of this batch known to the revisits that follow it. */
  add(row: ArtifactRow): void;
}

/** For a batch without revisits. */
export const NO_ORIGINALS: OriginalFinder = { find: () => undefined, add: () => undefined };

/**
 * Finds what a revisit refers to: what it was found to refer to before, else among the rows made before it in its batch,
 * and in what the index knew before, first what it names by URL and date, then by digest.
 */
export function originalFinder(known: ReadonlyMap<string, KnownOriginal>): OriginalFinder {
  const byContent = new Map<string, ArtifactRow>();
  const byReference = new Map<string, ArtifactRow>();
  const byDigest = new Map<string, ArtifactRow>();
  return {
    find: ({ id, original, record: { refersTo } }) => {
      const inIndex = known.get(id);
      const named =
        (original && byContent.get(contentKey(original))) ?? byReference.get(referenceOf(refersTo) ?? '');
      if (named) return asOriginal(named);
      if (inIndex?.isNamed) return inIndex;
      const same = byDigest.get(digestOf(refersTo) ?? '');
      return same ? asOriginal(same) : inIndex;
    },
    add: (row) => {
      const { record } = row.entry;
      const { storedSha1, sha256 } = row.original ?? record;
      byContent.set(contentKey({ url: record.url, sha256 }), row);
      byReference.set(referenceKey(record.url, record.collectionMs), row);
      byDigest.set(digestKey({ algorithm: 'sha1', hex: storedSha1 }), row);
      byDigest.set(digestKey({ algorithm: 'sha256', hex: sha256 }), row);
    },
  };
}

function contentKey({ url, sha256 }: NamedOriginal): string {
  return `${sha256} ${url}`;
}

/** By what URL and date a revisit names its original; undefined when it does not. */
export function referenceOf(refersTo: RefersTo | undefined): string | undefined {
  if (refersTo?.url === undefined || refersTo.dateMs === undefined) return undefined;
  return referenceKey(refersTo.url, refersTo.dateMs);
}

/** WARC-Refers-To-Date may be cut to seconds where the capture's own date was not. */
export function referenceKey(url: string, dateMs: number): string {
  return `${Math.floor(dateMs / 1000)} ${url}`;
}

/** The payload digest that a revisit names. */
export function digestOf(refersTo: RefersTo | undefined): string | undefined {
  return refersTo?.digest && digestKey(refersTo.digest);
}

export function digestKey({ algorithm, hex }: { algorithm: string; hex: string }): string {
  return `${algorithm}:${hex}`;
}

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

function asOriginal({ entry, version, original, replaces }: ArtifactRow): Original {
  const id = replaces?.id ?? entry.id;
  if (original) return { ...original, id, version };
  const { record } = entry;
  const { offset, length, crc32 } = entry.stored!;
  return {
    id,
    version,
    sha256: record.sha256,
    storedSha1: record.storedSha1,
    contentLength: record.contentLength,
    dechunked: record.dechunked,
    mime: record.mime,
    httpStatus: record.httpStatus,
    redirect: record.redirect,
    payload: { id, segmentId: undefined, offset, length, crc32 },
  };
}

/** Room for the head of the original. */
export const ORIGINAL_HEAD_ROOM_BYTES = 4_096;
/** An own head grows by this much: by the blank line that some revisits leave out, otherwise by white space. */
export const OWN_HEAD_EXTRA_BYTES = 4;

export interface Composition {
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
