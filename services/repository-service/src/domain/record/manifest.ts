// Manifest of a segment: lines of artifacts (manifest-line.ts), and lines of records that are not adjacent to an
// artifact.

import type { ImportEntry, StoredMember } from './entry.ts';
import type { ManifestLine } from './manifest-line.ts';
import type { CapturedRequest } from './read-companion.ts';

/** Line of a record that is not adjacent to an artifact. Line indexes in the journal do not count such lines. */
export interface KeptLine {
  readonly kept: KeptType;
  readonly offset: number;
  readonly length: number;
  readonly crc32?: number | undefined;
  /** Artifact of the record. Absent if the record belongs to no artifact. */
  readonly artifact?: string | undefined;
  /** WARC-Record-ID, if it can be determined without reading the record. */
  readonly recordId?: string | undefined;
  /** Request of the artifact, if the artifact's own line lacks the request. */
  readonly method?: string | undefined;
  readonly requestBody?: string | undefined;
}

export interface ManifestLines {
  /** Lines of artifacts. Line indexes in the journal count only these lines. */
  readonly lines: ManifestLine[];
  readonly kept: KeptLine[];
}

export function formatKeptLine(record: KeptRecord): string {
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

export function toKeptRecord({ kept: type, artifact, method, requestBody, ...line }: KeptLine): KeptRecord {
  const { offset, length, crc32, recordId } = line;
  const request = method === undefined ? undefined : { method, body: requestBody };
  return { type, offset, length, crc32, artifactId: artifact, recordId, request };
}

/** Parses the lines of a manifest. Throws SyntaxError if the block contains anything else. */
export function parseManifest(block: string): ManifestLines {
  const parsed: ManifestLines = { lines: [], kept: [] };
  for (const text of block.split('\n')) {
    if (text === '') continue;
    const line = JSON.parse(text) as ManifestLine | KeptLine;
    if (!hasPlace(line)) throw new SyntaxError('a line is not a manifest entry');
    if ('kept' in line) parsed.kept.push(line);
    else if (isLine(line)) parsed.lines.push(line);
    else throw new SyntaxError('a line is not a manifest entry');
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

/**
 * Record that is stored on its own: a warcinfo record, or a companion record (request, metadata) that is not adjacent
 * to an artifact.
 */
export interface KeptRecord extends StoredMember {
  readonly type: KeptType;
  /** Artifact of the record. Undefined if the record belongs to no artifact. */
  readonly artifactId: string | undefined;
  readonly recordId?: string | undefined;
  /** Entry of the artifact, if the current import stores it. */
  readonly owner?: ImportEntry | undefined;
  /** Request of the artifact. Set only if the artifact's own line and row lack it. */
  readonly request?: CapturedRequest | undefined;
  /**
   * True if the warcinfo record applies to no record. Otherwise, the warcinfo record applies to the records after it.
   */
  readonly alone?: boolean;
}
