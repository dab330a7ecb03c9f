// Reads the fields of HTTP heads that describe an artifact's payload. An artifact made from a revisit has two heads:
// its own, and the head of the record with the payload.
import type { StoredHttpHead } from '@holdfast/warc';
import type { StoredArtifact } from '../index/artifact.db.ts';
import {
  findOwnContentType,
  type HeadedRecord,
  type IndexedHead,
  isCaptureOfUrl,
  makePayloadHead,
} from './head-for-payload.ts';

export interface CaptureFields {
  /**
   * HTTP head to return for the artifact, verbatim. Undefined for a `resource`, and for a revisit whose original is a
   * `resource`.
   */
  readonly head: StoredHttpHead | undefined;
  /** Returns a field that describes the payload. */
  field(name: string): string | undefined;
}

/**
 * Combines the head of a revisit with the head of its original. Missing fields come from the original if the original
 * has the same URL and the revisit has no head or a head with status 304. `holder`: the record with the payload, which
 * is the artifact's own record unless the artifact is a revisit.
 */
export function combineHeads(
  artifact: Pick<StoredArtifact, 'kind' | 'url'> & IndexedHead,
  own: HeadedRecord,
  holder: HeadedRecord,
): CaptureFields {
  const { kind } = artifact;
  const fieldOf = (record: HeadedRecord) => (name: string) =>
    record.http ? record.http.get(name) : name === 'content-type' ? findOwnContentType(record) : undefined;
  if (kind === 'resource') return { head: undefined, field: fieldOf(holder) };
  if (kind === 'response') return { head: own.http, field: fieldOf(own) };
  const isOtherUrls = holder.http !== undefined && !isCaptureOfUrl(holder, artifact);
  const ofHolder = isOtherUrls ? makePayloadHead(artifact, holder) : holder.http;
  const ofOriginal = (name: string) => (ofHolder ? ofHolder.get(name) : fieldOf(holder)(name));
  const isComplete = own.http !== undefined && own.http.status !== 304;
  return {
    head: own.http ?? ofHolder,
    // Without a media type of its own, a revisit has the type of its original, as in CDX lines.
    field: (name) =>
      own.http?.get(name) ?? (isComplete && name !== 'content-type' ? undefined : ofOriginal(name)),
  };
}

/** Returns whether the head announces a chunked body. */
export function isChunked(head: StoredHttpHead | undefined): boolean {
  return /(?:^|,)\s*chunked\s*$/i.test(head?.get('transfer-encoding') ?? '');
}
