// Manifest of a segment: lines of artifacts (manifest-line.ts), and lines of records that are not stored next to an
// artifact.

import type { ImportEntry, StoredMember } from './entry.ts';
import type { ManifestLine } from './manifest-line.ts';
import type { CapturedRequest } from './read-companion.ts';

/** Line of a record that is not stored next to an artifact. The line numbers in the journal do not count such lines. */
export interface KeptLine {
  readonly kept: KeptType;
  readonly offset: number;
  readonly length: number;
  readonly crc32?: number | undefined;
  /** Artifact that the record belongs to. Absent if there is none. */
  readonly artifact?: string | undefined;
  /** WARC-Record-ID, if known without reading the record. */
  readonly recordId?: string | undefined;
  /** Request of that artifact. The artifact's own line lacks it. */
  readonly method?: string | undefined;
  readonly requestBody?: string | undefined;
}

export interface ManifestLines {
  /** Lines of artifacts. Line numbers in the journal count only these lines. */
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

/** Returns the record that a line describes. */
export function toKeptRecord({ kept: type, artifact, method, requestBody, ...line }: KeptLine): KeptRecord {
  const { offset, length, crc32, recordId } = line;
  const request = method === undefined ? undefined : { method, body: requestBody };
  return { type, offset, length, crc32, artifactId: artifact, recordId, request };
}

/** Throws SyntaxError if the block contains anything but lines of a manifest. */
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

/** A record that is stored on its own: a warcinfo, or a companion that has no artifact or is not next to it. */
export interface KeptRecord extends StoredMember {
  readonly type: KeptType;
  /** Artifact that the record belongs to. Undefined if there is none. */
  readonly artifactId: string | undefined;
  /** WARC-Record-ID. */
  readonly recordId?: string | undefined;
  /** Entry of its artifact in the running import. */
  readonly owner?: ImportEntry | undefined;
  /** Request of the artifact that the record belongs to. Set if the artifact's own line and row lack the request. */
  readonly request?: CapturedRequest | undefined;
  /** Whether the warcinfo applies to no record. Any other warcinfo applies to the records after it. */
  readonly alone?: boolean;
}
