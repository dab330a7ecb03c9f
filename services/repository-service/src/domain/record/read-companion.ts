// A record that does not become an artifact, as sent by codec threads. Plain, flat data that can be passed between
// threads.
import { type CanonicalRequest, type CompanionRecord, parseCanonicalRequest } from '@holdfast/warc';

/** `other` stands for types that WARC 1.1 does not define. */
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
  /** Offset in the upload of the record or its gzip member, in bytes. */
  readonly offset: number;
  /** WARC-Record-ID, verbatim. */
  readonly recordId: string | undefined;
  /** WARC-Target-URI of a request. Undefined for other types. */
  readonly url: string | undefined;
  /** WARC-Date, in milliseconds since the epoch; 0 if there is none. */
  readonly collectionMs: number;
  /** Values of all WARC-Concurrent-To, WARC-Refers-To and WARC-Warcinfo-ID fields, verbatim. */
  readonly concurrentTo: readonly string[] | undefined;
  readonly refersTo: string | undefined;
  readonly warcinfoId: string | undefined;
  /** Set for a `request` record with a valid HTTP request. */
  readonly request: CapturedRequest | undefined;
  /** Reason why the record cannot be stored, or undefined. A record that cannot be stored has no member. */
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
      blockStart && companion.error === undefined ? requestOf(blockStart, companion.blockLength) : undefined,
    error: companion.error,
    // Copies each field by name, because a spread would cost more than everything else here.
    memberAt: member.memberAt,
    memberStart: member.memberStart,
    memberLength: member.memberLength,
    memberCrc32: member.memberCrc32,
  };
}

export interface MemberLocation {
  /** Location of the gzip member: in the bytes of its batch, in chunks that were sent earlier, or nowhere. */
  readonly memberAt: 'batch' | 'chunks' | 'nowhere';
  readonly memberStart: number;
  readonly memberLength: number;
  /** CRC-32 of the compressed member. */
  readonly memberCrc32: number;
}

/** Parts of a request that distinguish captures of one URL. Plain data that can be passed between threads. */
export type CapturedRequest = CanonicalRequest;

/**
 * Returns the request, or undefined if the block is not an HTTP request. `blockStart`: beginning of the block.
 * `blockLength`: length of the whole block in bytes. Runs in a codec thread, once per request.
 */
function requestOf(blockStart: Uint8Array, blockLength: number): CapturedRequest | undefined {
  return parseCanonicalRequest(blockStart, blockStart.length === blockLength);
}
