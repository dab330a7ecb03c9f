// What the HTTP heads of an artifact say of its payload. An artifact made from a revisit has two: its own, and that of the
// record that holds the payload.
import type { StoredHttpHead } from '@holdfast/warc';
import type { StoredArtifact } from '../index/artifact.db.ts';
import {
  type HeadedRecord,
  headForPayload,
  type IndexedHead,
  isOfUrl,
  ownContentType,
} from './head-for-payload.ts';

export interface CaptureFields {
  /** The head to be given for the artifact, verbatim; undefined for a `resource`, and for a revisit of one. */
  readonly head: StoredHttpHead | undefined;
  /** Answers a field that describes the payload. */
  field(name: string): string | undefined;
}

/**
 * A revisit has its own head when there is one. A 304 says little of the content that it stands for, and where there is no
 * head nothing is said: then the rest is what the original said, if that is a capture of the same URL. `holder` is the
 * record itself when it is no revisit.
 */
export function captureFields(
  artifact: Pick<StoredArtifact, 'kind' | 'url'> & IndexedHead,
  own: HeadedRecord,
  holder: HeadedRecord,
): CaptureFields {
  const { kind } = artifact;
  const fieldOf = (record: HeadedRecord) => (name: string) =>
    record.http ? record.http.get(name) : name === 'content-type' ? ownContentType(record) : undefined;
  if (kind === 'resource') return { head: undefined, field: fieldOf(holder) };
  if (kind === 'response') return { head: own.http, field: fieldOf(own) };
  const isOtherUrls = holder.http !== undefined && !isOfUrl(holder, artifact);
  const ofHolder = isOtherUrls ? headForPayload(artifact, holder) : holder.http;
  const ofOriginal = (name: string) => (ofHolder ? ofHolder.get(name) : fieldOf(holder)(name));
  const isComplete = own.http !== undefined && own.http.status !== 304;
  return {
    head: own.http ?? ofHolder,
    // CDX lines fall back on the original's type, too.
    field: (name) =>
      own.http?.get(name) ?? (isComplete && name !== 'content-type' ? undefined : ofOriginal(name)),
  };
}

/** Whether the head announces a body in chunks. */
export function saysChunked(head: StoredHttpHead | undefined): boolean {
  return /(?:^|,)\s*chunked\s*$/i.test(head?.get('transfer-encoding') ?? '');
}
