// A record that becomes no artifact, as a codec thread reads it: plain, flat data that crosses between threads.
import { type CanonicalRequest, type CompanionRecord, canonicalRequest } from '@holdfast/warc';

/** `other`: of a type that WARC 1.1 does not name. */
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
  /** Byte offset in the upload: of the record, or of its gzip member. */
  readonly offset: number;
  /** WARC-Record-ID, verbatim. */
  readonly recordId: string | undefined;
  /** WARC-Target-URI of a request; of others it tells nothing. */
  readonly url: string | undefined;
  /** WARC-Date, milliseconds since the epoch; 0 when there is none. */
  readonly collectionMs: number;
  /** WARC-Concurrent-To, each of them; WARC-Refers-To; WARC-Warcinfo-ID. Verbatim. */
  readonly concurrentTo: readonly string[] | undefined;
  readonly refersTo: string | undefined;
  readonly warcinfoId: string | undefined;
  /** Of a `request` that is one. */
  readonly request: CapturedRequest | undefined;
  /** Why it cannot be kept, if it cannot. Its member is nowhere then. */
  readonly error: string | undefined;
}

export function readCompanionOf(companion: CompanionRecord, member: MemberPlace): ReadCompanion {
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
    // One by one: a spread costs more than all the rest.
    memberAt: member.memberAt,
    memberStart: member.memberStart,
    memberLength: member.memberLength,
    memberCrc32: member.memberCrc32,
  };
}

export interface MemberPlace {
  /** In the bytes of its batch, sent ahead in chunks, or nowhere. */
  readonly memberAt: 'batch' | 'chunks' | 'nowhere';
  readonly memberStart: number;
  readonly memberLength: number;
  /** CRC-32 of its bytes as they are. */
  readonly memberCrc32: number;
}

/** What of a request tells one capture of a URL from another. Plain data: it crosses between threads. */
export type CapturedRequest = CanonicalRequest;

/**
 * `blockStart`: the beginning of the record's block, of which it has `blockLength` bytes. Undefined when that is no HTTP
 * request. Runs in a codec thread, once for each request.
 */
function requestOf(blockStart: Uint8Array, blockLength: number): CapturedRequest | undefined {
  return canonicalRequest(blockStart, blockStart.length === blockLength);
}
