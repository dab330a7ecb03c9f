// The WARC record that a new artifact is stored as, and what the index keeps of it.
import { urlkey } from '@holdfast/surt';
import { HTTP_RESPONSE, newRecordId, recordHeader, sha1Label } from '@holdfast/warc';
import type { CapturedRecord } from '../../../domain/record/read-record.ts';
import { mimeOf, redirectOf } from '../../../domain/record/read-record.ts';
import type { NewArtifact, NewHead } from './new-artifact.ts';

export interface Described {
  id: string;
  artifact: NewArtifact;
  /** Undefined for a resource. */
  head: NewHead | undefined;
  /** The type that the payload part says it has; it becomes that of a resource. */
  contentType: string | undefined;
  payload: Digested;
}

export interface Digested {
  lengthBytes: number;
  sha256: Buffer;
  sha1: Buffer;
}

/**
 * WARC header and HTTP head: all of the record up to the payload. A response has no block digest: the head may come
 * behind the payload, and a digest cannot be begun with its end.
 */
export function recordBeginning({ id, artifact, head, contentType, payload }: Described): Buffer {
  const digest = sha1Label(payload.sha1);
  const type = head ? HTTP_RESPONSE : contentType;
  const record = {
    type: head ? ('response' as const) : ('resource' as const),
    recordId: newRecordId(id),
    dateMs: artifact.collectionMs,
    targetUri: artifact.uri,
    payloadDigest: digest,
    ...(!head && { blockDigest: digest }),
    ...(type !== undefined && { contentType: type }),
  };
  const headBytes = head?.bytes ?? Buffer.alloc(0);
  return Buffer.concat([recordHeader(record, headBytes.length + payload.lengthBytes), headBytes]);
}

/** The payload is what the client sent, whatever the head says of chunks: it is never de-chunked. */
export function capturedRecord({ artifact, head, contentType, payload }: Described): CapturedRecord {
  const { parsed, bytes } = head ?? {};
  return {
    url: artifact.uri,
    urlkey: urlkey(artifact.uri),
    kind: head ? 'response' : 'resource',
    collectionMs: artifact.collectionMs,
    httpStatus: parsed?.status,
    headBytes: bytes?.length ?? 0,
    mime: mimeOf(parsed ? parsed.contentType : contentType),
    redirect: parsed && redirectOf(parsed),
    contentLength: payload.lengthBytes,
    sha256: payload.sha256.toString('hex'),
    storedSha1: payload.sha1.toString('hex'),
    dechunked: false,
    refersTo: undefined,
  };
}
