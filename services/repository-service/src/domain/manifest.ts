// What is written down of a segment in itself: its manifest, one JSON line a record, which has all that the index needs to
// be made again from the object store but for what the journal tells (segment-recorded.ts).

import type { urlkeyOfRequest } from '@holdfast/surt';
import { digestText, hexOfDigest } from './digest-text.ts';
import type { Entry, StoredEntry } from './entry.ts';
import type { GivenIdentity } from './given-identity.ts';
import type { JournaledOriginal } from './journal-entry.ts';
import type { KeptRecord, KeptType } from './kept-record.ts';
import type { CapturedRecord } from './read-record.ts';
import type { RefersTo } from './refers-to.ts';

/** Fields are only ever added. Times in milliseconds since 1970, lengths and offsets in bytes. */
export interface ManifestLine {
  readonly uuid: string;
  readonly uri: string;
  readonly kind: CapturedRecord['kind'];
  /** Place of the record's gzip member in this object. */
  readonly offset: number;
  readonly length: number;
  /** CRC-32 of the member's bytes, compressed as they are. */
  readonly crc32?: number;
  /** When the record was stored; later changes are in the journal. */
  readonly committed: boolean;
  readonly storeDuplicate?: true;
  readonly collectionDate: number;
  readonly storeDate: number;
  /** Length of the payload; for a revisit, of what its own record holds. */
  contentLength: number;
  contentDigest: string;
  /** Lower-case hex. */
  readonly storedSha1: string;
  dechunked?: true;
  readonly status?: number;
  readonly headBytes?: number;
  readonly mime?: string;
  readonly redirect?: string;
  readonly refersTo?: { uri?: string; date?: number; digest?: string; unmodified?: true };
  /** The version that it came with from another repository, as its uuid and its storeDate are. */
  readonly givenVersion?: number;
  /** Only in segments made of others, which know it. */
  readonly version?: number;
  readonly original?: JournaledOriginal;
  /** No artifact: that is deleted, and revisits share its payload. */
  readonly payloadOnly?: true;
  /** Bytes of the members directly before and behind the record's own that hold its companions, and their CRC-32. */
  readonly before?: number;
  readonly after?: number;
  readonly companionsCrc?: number;
  /** The request's, where that is not GET; its body as it is in the urlkey. */
  readonly method?: string;
  readonly requestBody?: string;
  /** Why it was stored although it is damaged. */
  readonly quarantined?: string;
}

/** The line of a record that is kept by itself. Positions in the journal do not count it. */
export interface KeptLine {
  readonly kept: KeptType;
  readonly offset: number;
  readonly length: number;
  readonly crc32?: number | undefined;
  /** The artifact it belongs to; absent when there is none. */
  readonly artifact?: string | undefined;
  /** WARC-Record-ID, where it is known without looking. */
  readonly recordId?: string | undefined;
  /** The request of that artifact, which its own line does not tell. */
  readonly method?: string | undefined;
  readonly requestBody?: string | undefined;
}

export function manifestLine(entry: Entry, storeMs: number): string {
  const { record, stored } = entry;
  const { refersTo } = record;
  return JSON.stringify({
    uuid: entry.id,
    uri: record.url,
    kind: record.kind,
    offset: stored?.offset,
    length: stored?.length,
    crc32: stored?.crc32,
    before: stored?.before || undefined,
    after: stored?.after || undefined,
    companionsCrc: stored?.companionsCrc,
    committed: entry.committed,
    // Asked for when its versions must be allotted again.
    storeDuplicate: entry.storeDuplicate || undefined,
    collectionDate: record.collectionMs,
    storeDate: record.given?.storeMs ?? storeMs,
    givenVersion: record.given?.version,
    contentLength: record.contentLength,
    contentDigest: digestText(record.sha256),
    storedSha1: record.storedSha1,
    dechunked: record.dechunked || undefined,
    status: record.httpStatus,
    headBytes: record.headBytes || undefined,
    mime: record.mime,
    redirect: record.redirect,
    method: record.method,
    requestBody: record.requestBody,
    quarantined: record.quarantined,
    refersTo: refersTo && {
      uri: refersTo.url,
      date: refersTo.dateMs,
      digest: refersTo.digest && `${refersTo.digest.algorithm}:${refersTo.digest.hex}`,
      unmodified: refersTo.isUnmodified,
    },
  });
}

export interface ManifestLines {
  /** Those of artifacts, which the journal counts. */
  readonly lines: ManifestLine[];
  readonly kept: KeptLine[];
}

export function keptLine(record: KeptRecord): string {
  return JSON.stringify(keptLineOf(record));
}

export function keptLineOf({ type: kept, artifactId, request, ...record }: KeptRecord): KeptLine {
  const { offset, length, crc32, recordId } = record;
  return {
    kept,
    offset,
    length,
    crc32,
    artifact: artifactId,
    recordId,
    method: request?.method,
    requestBody: request?.body,
  };
}

/** What the line was written from. */
export function keptRecordOf({
  kept: type,
  offset,
  length,
  crc32,
  artifact,
  recordId,
  method,
  requestBody,
}: KeptLine): KeptRecord {
  const request = method === undefined ? undefined : { method, body: requestBody };
  return { type, offset, length, crc32, artifactId: artifact, recordId, request };
}

/** Throws SyntaxError when the block holds anything but lines of a manifest. */
export function parseManifest(block: string): ManifestLines {
  const parsed: ManifestLines = { lines: [], kept: [] };
  for (const text of block.split('\n')) {
    if (text === '') continue;
    const line = JSON.parse(text) as ManifestLine | KeptLine;
    if (!hasPlace(line)) throw new SyntaxError('a line is none of a manifest');
    if ('kept' in line) parsed.kept.push(line);
    else if (isLine(line)) parsed.lines.push(line);
    else throw new SyntaxError('a line is none of a manifest');
  }
  return parsed;
}

function hasPlace(line: ManifestLine | KeptLine): boolean {
  const { offset, length } = line ?? {};
  return Number.isSafeInteger(offset) && Number.isSafeInteger(length);
}

function isLine({ uuid, uri, contentDigest, storedSha1 }: ManifestLine): boolean {
  return [uuid, uri, contentDigest, storedSha1].every((value) => typeof value === 'string');
}

/** What the line was written from. `urlkeyOf`: it is not in the line. */
export function entryOfLine(
  line: ManifestLine,
  urlkeyOf: typeof urlkeyOfRequest,
): Entry & { stored: object } {
  return {
    id: line.uuid,
    stored: storedOf(line),
    committed: line.committed,
    storeDuplicate: line.storeDuplicate ?? false,
    record: {
      url: line.uri,
      urlkey: urlkeyOf(line.uri, { method: line.method, body: line.requestBody }),
      kind: line.kind,
      collectionMs: line.collectionDate,
      httpStatus: line.status,
      headBytes: line.headBytes ?? 0,
      mime: line.mime,
      redirect: line.redirect,
      method: line.method,
      requestBody: line.requestBody,
      contentLength: line.contentLength,
      sha256: hexOfDigest(line.contentDigest),
      storedSha1: line.storedSha1,
      dechunked: line.dechunked ?? false,
      refersTo: line.refersTo && refersToOf(line.refersTo),
      quarantined: line.quarantined,
      given: line.givenVersion === undefined ? undefined : givenOf(line, line.givenVersion),
    },
  };
}

function givenOf({ uuid, storeDate: storeMs }: ManifestLine, version: number): GivenIdentity {
  return { uuid, version, storeMs };
}

function storedOf({ offset, length, crc32, before, after, companionsCrc }: ManifestLine): StoredEntry {
  return { offset, length, crc32, before, after, companionsCrc };
}

function refersToOf({ uri, date, digest, unmodified }: NonNullable<ManifestLine['refersTo']>): RefersTo {
  const [algorithm, hex] = digest?.split(':') ?? [];
  return {
    url: uri,
    dateMs: date,
    digest: algorithm && hex ? { algorithm, hex } : undefined,
    isUnmodified: unmodified,
  };
}

export interface ClosedSegment {
  readonly key: string;
  readonly sizeBytes: number;
  readonly manifestOffset?: number | undefined;
}
