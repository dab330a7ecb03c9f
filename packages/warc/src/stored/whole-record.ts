// Reads one small stored gzip member in one call. Intended for frequent reads, for which creating a stream would take
// longer than reading. Accepts and rejects the same members as stored-record.ts.
import { Dechunker } from '../bytes/dechunker.ts';
import { HttpHead } from '../head/http-head.ts';
import {
  createHeaderParser,
  createHttpHeadParser,
  DamagedRecordError,
  hasHttpHead,
  type StoredHttpHead,
  type StoredRecordHeader,
} from './stored-heads.ts';
import { inflateWholeMember, type WholeMemberOptions } from './whole-member.ts';

export interface WholeRecord extends StoredRecordHeader {
  http: StoredHttpHead | undefined;
  /** Block without the HTTP header block, as stored. */
  body: Buffer;
}

export interface WholeRecordOptions extends WholeMemberOptions {
  /** Length of the record's payload in bytes, if known. */
  payloadLength?: number | undefined;
}

// Parsers shared by all records, because creating a parser takes longer than using it.
const headers = createHeaderParser();
const httpHead = new HttpHead();

/**
 * Reads the record in `member`, which must be exactly one gzip member. Returns undefined if the member inflates to
 * `mostBytes` or more; the caller must then read it as a stream. Throws DamagedRecordError.
 */
export function readWholeRecord(
  member: Uint8Array,
  { payloadLength, ...options }: WholeRecordOptions,
): WholeRecord | undefined {
  const bytes = inflateWholeMember(member, options);
  if (bytes === undefined) return undefined;
  const head = headers.header(headers.parse(bytes, true), (end) => bytes.subarray(0, end));
  const { type, header, contentType, blockLength, targetUri } = head;
  const block = bytes.subarray(header.length, header.length + blockLength);
  if (block.length < blockLength) {
    throw new DamagedRecordError(`the stored record is ${blockLength - block.length} bytes too short`);
  }
  const http = parseRecordHttpHead(block, head, payloadLength);
  return {
    type,
    header,
    contentType,
    blockLength,
    targetUri,
    http,
    body: block.subarray(http?.bytes.length ?? 0),
  };
}

/** Removes chunk framing in place. Throws DamagedRecordError if the body is not chunked. */
export function dechunkBody(body: Buffer): Buffer {
  const dechunker = new Dechunker();
  let length = 0;
  for (let at = 0; at < body.length; ) {
    at = dechunker.push(body, at, body.length);
    if (at < 0) throw new DamagedRecordError('the chunk framing of the stored body is broken');
    const { dataStart, dataEnd } = dechunker;
    body.copyWithin(length, dataStart, dataEnd);
    length += dataEnd - dataStart;
  }
  if (!dechunker.complete) throw new DamagedRecordError('the chunk framing of the stored body is truncated');
  return body.subarray(0, length);
}

function parseRecordHttpHead(
  block: Buffer,
  header: StoredRecordHeader,
  payloadLength: number | undefined,
): StoredHttpHead | undefined {
  if (!hasHttpHead(header, payloadLength)) return undefined;
  const parser = createHttpHeadParser(header.blockLength, httpHead);
  return parser.head(parser.parse(block, true), (end) => block.subarray(0, end));
}
