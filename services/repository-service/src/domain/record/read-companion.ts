// Companion record (request, metadata, warcinfo) as parsed by codec threads: flat, plain data that can be transferred
// between threads.
import { type CanonicalRequest, type CompanionRecord, parseCanonicalRequest } from '@holdfast/warc';

/** Types of companion records. `other`: a type that WARC 1.1 does not define. */
export const companionTypes = [
  'warcinfo',
  'request',
  'metadata',
  'conversion',
  'continuation',
  'other',
] as const;
export type CompanionType = (typeof companionTypes)[number];

export interface ParsedCompanion extends MemberLocation {
  readonly finding: 'companion';
  readonly type: CompanionType;
  /** Offset of the record or its gzip member in the upload, in bytes. */
  readonly offset: number;
  /** WARC-Record-ID, verbatim. */
  readonly recordId: string | undefined;
  /** WARC-Target-URI of a request. Undefined for other types. */
  readonly url: string | undefined;
  /** WARC-Date, in milliseconds since 1970. 0 if it is missing. */
  readonly collectionMs: number;
  /** Values of all WARC-Concurrent-To, WARC-Refers-To and WARC-Warcinfo-ID fields, verbatim. */
  readonly concurrentTo: readonly string[] | undefined;
  readonly refersTo: string | undefined;
  readonly warcinfoId: string | undefined;
  /** Request in a `request` record. Undefined for other types, and if the block is not a valid HTTP request. */
  readonly request: CapturedRequest | undefined;
  /**
   * Reason why the record cannot be stored. Undefined if it can be stored. A record with an error has no gzip member.
   */
  readonly error: string | undefined;
}

export function toParsedCompanion(companion: CompanionRecord, member: MemberLocation): ParsedCompanion {
  const { blockStart } = companion;
  return {
    finding: 'companion',
    type: companionTypes.find((type) => type === companion.type) ?? 'other',
    offset: companion.offset,
    recordId: companion.recordId || undefined,
    url: companion.type === 'request' ? companion.targetUri : undefined,
    collectionMs: companion.dateMs,
    concurrentTo: companion.concurrentTo,
    refersTo: companion.refersTo,
    warcinfoId: companion.warcinfoId,
    request:
      blockStart && companion.error === undefined
        ? parseCompanionRequest(blockStart, companion.blockLength)
        : undefined,
    error: companion.error,
    // Copy the fields one by one, because a spread would dominate the cost of this function.
    memberAt: member.memberAt,
    memberStart: member.memberStart,
    memberLength: member.memberLength,
    memberCrc32: member.memberCrc32,
  };
}

export interface MemberLocation {
  /** Location of the gzip member: in the batch, in chunks that were sent before, or nowhere. */
  readonly memberAt: 'batch' | 'chunks' | 'nowhere';
  readonly memberStart: number;
  readonly memberLength: number;
  readonly memberCrc32: number;
}

/** Properties of a request that distinguish captures of one URL. Plain data for the transfer between threads. */
export type CapturedRequest = CanonicalRequest;

/**
 * Parses the request. Returns undefined if the block is not an HTTP request. `blockStart`: first bytes of the block.
 * `blockLength`: length of the whole block. Runs in a codec thread.
 */
function parseCompanionRequest(blockStart: Uint8Array, blockLength: number): CapturedRequest | undefined {
  return parseCanonicalRequest(blockStart, blockStart.length === blockLength);
}
