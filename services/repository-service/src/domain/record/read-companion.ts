// A record that becomes no artifact, as a codec thread reads it: plain, flat data that crosses between threads.
import type { CompanionRecord } from '@holdfast/warc';
import type { MemberPlace } from './member-place.ts';
import { type CapturedRequest, requestOf } from './request-of.ts';

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
