// What the WARC header of a stored record says of it, for who lists records.
import { DamagedRecordError } from './stored-heads.ts';
import { CONTENT_TYPE, DATE, RECORD_ID, TARGET_URI, TYPE, WarcHeader } from './warc-header.ts';

export interface DescribedHeader {
  /** WARC-Type in lower case. */
  type: string;
  /** WARC-Record-ID, WARC-Date and Content-Type, verbatim; undefined where the header has none. */
  recordId: string | undefined;
  date: string | undefined;
  contentType: string | undefined;
  /** Without enclosing `<>`. */
  targetUri: string | undefined;
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
    contentLength: header.contentLength(),
  };
}
