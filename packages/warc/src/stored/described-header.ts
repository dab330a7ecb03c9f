// What the WARC header of a stored record says of it, for who lists records.

import {
  CONTENT_TYPE,
  DATE,
  PAYLOAD_DIGEST,
  RECORD_ID,
  TARGET_URI,
  TYPE,
  WarcHeader,
} from '../head/warc-header.ts';
import type { DeclaredDigest } from '../report/types.ts';
import { DamagedRecordError } from './stored-heads.ts';

export interface DescribedHeader {
  /** WARC-Type in lower case. */
  type: string;
  /** WARC-Record-ID, WARC-Date and Content-Type, verbatim; undefined where the header has none. */
  recordId: string | undefined;
  date: string | undefined;
  contentType: string | undefined;
  /** Without enclosing `<>`. */
  targetUri: string | undefined;
  /** WARC-Payload-Digest; undefined where its algorithm or spelling is not known, too. */
  payloadDigest: DeclaredDigest | undefined;
  /** Of the block. */
  contentLength: number;
}

/** `bytes`: begin with the header, and may go on behind it. Throws DamagedRecordError when there is none. */
export function describeHeader(bytes: Buffer): DescribedHeader {
  const header = new WarcHeader();
  const fields = header.parseVersion(bytes, 0, bytes.length);
  if (fields < 0 || header.parseFields(bytes, fields, bytes.length) < 0 || header.contentLength() < 0) {
    throw new DamagedRecordError('the stored record has no readable WARC header');
  }
  return {
    type: header.text(TYPE).toLowerCase(),
    recordId: header.text(RECORD_ID) || undefined,
    date: header.text(DATE) || undefined,
    contentType: header.text(CONTENT_TYPE) || undefined,
    targetUri: header.uri(TARGET_URI) || undefined,
    payloadDigest: payloadDigestOf(header),
    contentLength: header.contentLength(),
  };
}

function payloadDigestOf(header: WarcHeader): DeclaredDigest | undefined {
  const digest = header.has(PAYLOAD_DIGEST) ? header.digest(PAYLOAD_DIGEST) : undefined;
  return digest && { algorithm: digest.algorithm, hex: Buffer.from(digest.bytes).toString('hex') };
}
