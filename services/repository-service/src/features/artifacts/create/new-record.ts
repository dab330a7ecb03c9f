// Builds the WARC record of a new artifact and the record's index fields.
import { makeUrlkey } from '@holdfast/surt';
import { createRecordId, formatRecordHeader, formatSha1Digest, HTTP_RESPONSE_TYPE } from '@holdfast/warc';
import type { CapturedRecord } from '../../../domain/record/read-record.ts';
import { findRedirect, parseMime } from '../../../domain/record/read-record.ts';
import type { NewArtifact, NewHttpHead } from './new-artifact.ts';

export interface RecordDescription {
  id: string;
  artifact: NewArtifact;
  /** HTTP header block. Undefined for a resource. */
  head: NewHttpHead | undefined;
  /** Content-Type of the payload part. A resource record gets this type. */
  contentType: string | undefined;
  payload: DigestedPayload;
}

export interface DigestedPayload {
  lengthBytes: number;
  sha256: Buffer;
  sha1: Buffer;
}

/**
 * Returns the WARC header and the HTTP header block. A response gets no block digest: its hash would have to start with
 * the HTTP header block, which may arrive after the payload.
 */
export function formatRecordStart({ id, artifact, head, contentType, payload }: RecordDescription): Buffer {
  const digest = formatSha1Digest(payload.sha1);
  const type = head ? HTTP_RESPONSE_TYPE : contentType;
  const record = {
    type: head ? ('response' as const) : ('resource' as const),
    recordId: createRecordId(id),
    dateMs: artifact.collectionMs,
    targetUri: artifact.uri,
    payloadDigest: digest,
    ...(!head && { blockDigest: digest }),
    ...(type !== undefined && { contentType: type }),
  };
  const headBytes = head?.bytes ?? Buffer.alloc(0);
  return Buffer.concat([formatRecordHeader(record, headBytes.length + payload.lengthBytes), headBytes]);
}

/**
 * Returns the index fields of the record. The payload is exactly what the client sent: it is never de-chunked, even if
 * Transfer-Encoding is chunked.
 */
export function buildCapturedRecord({
  artifact,
  head,
  contentType,
  payload,
}: RecordDescription): CapturedRecord {
  const { parsed, bytes } = head ?? {};
  return {
    url: artifact.uri,
    urlkey: makeUrlkey(artifact.uri),
    kind: head ? 'response' : 'resource',
    collectionMs: artifact.collectionMs,
    httpStatus: parsed?.status,
    headBytes: bytes?.length ?? 0,
    mime: parseMime(parsed ? parsed.contentType : contentType),
    redirect: parsed && findRedirect(parsed),
    contentLength: payload.lengthBytes,
    sha256: payload.sha256.toString('hex'),
    storedSha1: payload.sha1.toString('hex'),
    dechunked: false,
    refersTo: undefined,
  };
}
