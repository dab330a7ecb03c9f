// A record that does not become an artifact, as a codec thread reads it. Plain, flat data that crosses between threads.
import { type CanonicalRequest, type CompanionRecord, parseCanonicalRequest } from '@holdfast/warc';

/** `other`: a type that WARC 1.1 does not name. */
export const companionTypes = [
  'warcinfo',
  'request',
  'metadata',
  'conversion',
  'continuation',
  'other',
] as const;
export type CompanionType = (typeof companionTypes)[number];

export interface ReadCompanion extends MemberPlace {
  readonly finding: 'companion';
  readonly type: CompanionType;
  /** Byte offset in the upload of the record, or of its gzip member. */
  readonly offset: number;
  /** WARC-Record-ID, verbatim. */
  readonly recordId: string | undefined;
  /** WARC-Target-URI of a request. Not used for other types. */
  readonly url: string | undefined;
  /** WARC-Date, milliseconds since the epoch; 0 when there is none. */
  readonly collectionMs: number;
  /** All WARC-Concurrent-To fields, WARC-Refers-To and WARC-Warcinfo-ID, verbatim. */
  readonly concurrentTo: readonly string[] | undefined;
  readonly refersTo: string | undefined;
  readonly warcinfoId: string | undefined;
  /** Set for a `request` record with a valid HTTP request. */
  readonly request: CapturedRequest | undefined;
  /** Reason why it cannot be stored, or undefined. Its member is then nowhere. */
  readonly error: string | undefined;
}

export function toReadCompanion(companion: CompanionRecord, member: MemberPlace): ReadCompanion {
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
    // Fields are copied one by one, because a spread costs more than all the rest.
    memberAt: member.memberAt,
    memberStart: member.memberStart,
    memberLength: member.memberLength,
    memberCrc32: member.memberCrc32,
  };
}

export interface MemberPlace {
  /** Location of the member: in the bytes of its batch, sent earlier in chunks, or nowhere. */
  readonly memberAt: 'batch' | 'chunks' | 'nowhere';
  readonly memberStart: number;
  readonly memberLength: number;
  /** CRC-32 of the compressed member. */
  readonly memberCrc32: number;
}

/** Parts of a request that distinguish captures of one URL. Plain data that crosses between threads. */
export type CapturedRequest = CanonicalRequest;

/**
 * Returns the request, or undefined if the block is not an HTTP request. `blockStart` is the start of the
 * record's block, which has `blockLength` bytes. Runs in a codec thread, once for each request.
 */
function requestOf(blockStart: Uint8Array, blockLength: number): CapturedRequest | undefined {
  return parseCanonicalRequest(blockStart, blockStart.length === blockLength);
}
