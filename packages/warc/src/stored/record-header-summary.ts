// Summarizes the WARC header of a stored record for listings.

import {
  FIELD_CONTENT_TYPE,
  FIELD_DATE,
  FIELD_PAYLOAD_DIGEST,
  FIELD_RECORD_ID,
  FIELD_TARGET_URI,
  FIELD_TYPE,
  WarcHeader,
} from '../head/warc-header.ts';
import type { DeclaredDigest } from '../report/types.ts';
import { DamagedRecordError } from './stored-heads.ts';

export interface RecordHeaderSummary {
  /** WARC-Type in lower case. */
  type: string;
  /** WARC-Record-ID, WARC-Date and Content-Type, verbatim. Undefined if absent. */
  recordId: string | undefined;
  date: string | undefined;
  contentType: string | undefined;
  /** WARC-Target-URI without enclosing `<>`. */
  targetUri: string | undefined;
  /** WARC-Payload-Digest. Undefined if absent, or if its algorithm or encoding is not supported. */
  payloadDigest: DeclaredDigest | undefined;
  /** Length of the block in bytes. */
  contentLength: number;
}

/** Parses the header at the start of `bytes`. Throws DamagedRecordError if there is none. */
export function summarizeRecordHeader(bytes: Buffer): RecordHeaderSummary {
  const header = new WarcHeader();
  const fields = header.parseVersion(bytes, 0, bytes.length);
  if (fields < 0 || header.parseFields(bytes, fields, bytes.length) < 0 || header.contentLength() < 0) {
    throw new DamagedRecordError('the stored record has no readable WARC header');
  }
  return {
    type: header.text(FIELD_TYPE).toLowerCase(),
    recordId: header.text(FIELD_RECORD_ID) || undefined,
    date: header.text(FIELD_DATE) || undefined,
    contentType: header.text(FIELD_CONTENT_TYPE) || undefined,
    targetUri: header.uri(FIELD_TARGET_URI) || undefined,
    payloadDigest: readPayloadDigest(header),
    contentLength: header.contentLength(),
  };
}

function readPayloadDigest(header: WarcHeader): DeclaredDigest | undefined {
  const digest = header.has(FIELD_PAYLOAD_DIGEST) ? header.digest(FIELD_PAYLOAD_DIGEST) : undefined;
  return digest && { algorithm: digest.algorithm, hex: Buffer.from(digest.bytes).toString('hex') };
}
