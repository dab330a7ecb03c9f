// One small stored gzip member read back in one go, for reads that come by the thousand: there a stream costs more than
// the bytes. What it answers and what it refuses is what stored-record.ts does for members of any size.
import { Dechunker } from '../bytes/dechunker.ts';
import { HttpHead } from '../head/http-head.ts';
import {
  DamagedRecordError,
  hasHttpHead,
  headerParser,
  httpHeadParser,
  type RecordHeader,
  type StoredHttpHead,
} from './stored-heads.ts';
import { inflateWhole, type WholeMemberOptions } from './whole-member.ts';

export interface WholeRecord extends RecordHeader {
  http: StoredHttpHead | undefined;
  /** The block behind the HTTP head, as it is stored. */
  body: Buffer;
}

export interface WholeRecordOptions extends WholeMemberOptions {
  /** Of the payload that the record holds, where it is known. */
  payloadLength?: number | undefined;
}

// One of each for all records, which are read one after the other: making them costs more than they are used for.
const headers = headerParser();
const httpHead = new HttpHead();

/**
 * `member`: exactly the bytes of one gzip member. Undefined when it holds `mostBytes` or more: read it as a stream then.
 * Throws DamagedRecordError.
 */
export function readWholeRecord(
  member: Uint8Array,
  { payloadLength, ...options }: WholeRecordOptions,
): WholeRecord | undefined {
  const bytes = inflateWhole(member, options);
  if (bytes === undefined) return undefined;
  const head = headers.header(headers.parse(bytes, true), (end) => bytes.subarray(0, end));
  const { type, header, contentType, blockLength, targetUri } = head;
  const block = bytes.subarray(header.length, header.length + blockLength);
  if (block.length < blockLength) {
    throw new DamagedRecordError(`the stored record ends ${blockLength - block.length} bytes before its end`);
  }
  const http = httpHeadOf(block, head, payloadLength);
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

/** A body without its chunk framing, made of its own bytes. Throws DamagedRecordError when it has none. */
export function dechunkedWhole(body: Buffer): Buffer {
  const dechunker = new Dechunker();
  let length = 0;
  for (let at = 0; at < body.length; ) {
    at = dechunker.push(body, at, body.length);
    if (at < 0) throw new DamagedRecordError('the chunk framing of the stored body is broken');
    const { dataStart, dataEnd } = dechunker;
    body.copyWithin(length, dataStart, dataEnd);
    length += dataEnd - dataStart;
  }
  if (!dechunker.complete)
    throw new DamagedRecordError('the chunk framing of the stored body ends too early');
  return body.subarray(0, length);
}

function httpHeadOf(
  block: Buffer,
  header: RecordHeader,
  payloadLength: number | undefined,
): StoredHttpHead | undefined {
  if (!hasHttpHead(header, payloadLength)) return undefined;
  const parser = httpHeadParser(header.blockLength, httpHead);
  return parser.head(parser.parse(block, true), (end) => block.subarray(0, end));
}
