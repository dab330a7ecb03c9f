// Determines the HTTP header fields that describe an artifact's payload. A revisit combines its own fields with the
// fields of the record that contains its payload.
import type { StoredHttpHead } from '@holdfast/warc';
import type { StoredArtifact } from '../index/artifact.db.ts';
import {
  findOwnContentType,
  type IndexedHead,
  isCaptureOfUrl,
  makePayloadHead,
  type RecordHeaders,
} from './head-for-payload.ts';

export interface CaptureFields {
  /**
   * HTTP header block to return for the artifact, byte for byte. Undefined for a `resource`, and for a revisit of a
   * `resource`.
   */
  readonly head: StoredHttpHead | undefined;
  /** Returns the value of a header field that describes the payload. */
  field(name: string): string | undefined;
}

/**
 * Returns the header fields of an artifact. A revisit without a header block, or with status 304, inherits missing
 * fields from its original. If the two URLs differ, the revisit inherits only fields that describe the payload.
 * `holder`: the record that contains the payload, which differs from `own` only for revisits.
 */
export function combineHeads(
  artifact: Pick<StoredArtifact, 'kind' | 'url'> & IndexedHead,
  own: RecordHeaders,
  holder: RecordHeaders,
): CaptureFields {
  const { kind } = artifact;
  const fieldOf = (record: RecordHeaders) => (name: string) =>
    record.http ? record.http.get(name) : name === 'content-type' ? findOwnContentType(record) : undefined;
  if (kind === 'resource') return { head: undefined, field: fieldOf(holder) };
  if (kind === 'response') return { head: own.http, field: fieldOf(own) };
  const isOtherUrls = holder.http !== undefined && !isCaptureOfUrl(holder, artifact);
  const ofHolder = isOtherUrls ? makePayloadHead(artifact, holder) : holder.http;
  const ofOriginal = (name: string) => (ofHolder ? ofHolder.get(name) : fieldOf(holder)(name));
  const isComplete = own.http !== undefined && own.http.status !== 304;
  return {
    head: own.http ?? ofHolder,
    // A revisit without Content-Type inherits the media type of its original, as in CDX lines.
    field: (name) =>
      own.http?.get(name) ?? (isComplete && name !== 'content-type' ? undefined : ofOriginal(name)),
  };
}

/** Returns whether the header block announces a chunked body. */
export function isChunked(head: StoredHttpHead | undefined): boolean {
  return /(?:^|,)\s*chunked\s*$/i.test(head?.get('transfer-encoding') ?? '');
}
