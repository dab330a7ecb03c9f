// The manifest of a segment as a whole: lines of artifacts (manifest-line.ts), and of records that are kept by themselves.

import type { Entry, StoredMember } from './entry.ts';
import type { ManifestLine } from './manifest-line.ts';
import type { CapturedRequest } from './read-companion.ts';

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

export interface ManifestLines {
  /** Those of artifacts, which the journal counts. */
  readonly lines: ManifestLine[];
  readonly kept: KeptLine[];
}

export function keptLine(record: KeptRecord): string {
  return JSON.stringify(toKeptLine(record));
}

export function toKeptLine({ type: kept, artifactId, request, ...record }: KeptRecord): KeptLine {
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

/** Returns what the line was written from. */
export function toKeptRecord({ kept: type, artifact, method, requestBody, ...line }: KeptLine): KeptRecord {
  const { offset, length, crc32, recordId } = line;
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

export interface ClosedSegment {
  readonly key: string;
  readonly sizeBytes: number;
  readonly manifestOffset?: number | undefined;
}

export type KeptType = 'warcinfo' | 'request' | 'metadata' | 'conversion' | 'continuation' | 'other';

/** A record of a segment that is kept by itself: a warcinfo, and a companion that does not lie beside its artifact or belongs to none. */
export interface KeptRecord extends StoredMember {
  readonly type: KeptType;
  /** The artifact it belongs to; undefined when there is none. */
  readonly artifactId: string | undefined;
  /** WARC-Record-ID. */
  readonly recordId?: string | undefined;
  /** Its artifact in the import under way. */
  readonly owner?: Entry | undefined;
  /** The request of its artifact, whose own line and row do not tell it. */
  readonly request?: CapturedRequest | undefined;
  /** A warcinfo with nothing behind it; any other is there for the records that follow. */
  readonly alone?: boolean;
}
