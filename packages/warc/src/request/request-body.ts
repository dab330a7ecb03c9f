// The body of a request as its tools read it: framing and coding undone where they hold, and of that as many bytes as
// Content-Length says.
import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import type { RequestHead } from './request-head.ts';

export interface RequestBody {
  readonly bytes: Buffer;
  /** False when the body goes on behind these bytes. */
  readonly isWhole: boolean;
}

/** Where no length is given. */
const DEFAULT_LENGTH = 8_192;
const MAX_DECODED_BYTES = 4 * 1024 * 1024;

/** `isWhole`: false when more of the block was not read. Undefined when Content-Length is no number. */
export function requestBody(
  { contentLength, isChunked, coding }: RequestHead,
  raw: Buffer,
  isWhole: boolean,
): RequestBody | undefined {
  const length = contentLength === undefined ? DEFAULT_LENGTH : integer(contentLength);
  if (length === undefined) return undefined;
  const decoded = withoutCoding(isChunked ? withoutChunks(raw) : raw, coding);
  const bytes = decoded.subarray(0, Math.max(0, length));
  return { bytes, isWhole: isWhole || bytes.length === length };
}

/** As Python's `int` reads it. */
function integer(text: string): number | undefined {
  return /^\s*[+-]?\d+(?:_\d+)*\s*$/.test(text) ? Number(text.replaceAll('_', '')) : undefined;
}

/** Where the framing does not hold, the rest is taken as it is, but for what stands in the place of a line end. */
function withoutChunks(raw: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < raw.length; ) {
    const lineEnd = raw.subarray(at, at + MAX_SIZE_LINE).indexOf(CRLF);
    const size = lineEnd < 0 ? undefined : chunkSize(raw.toString('latin1', at, at + lineEnd));
    const start = size === undefined ? raw.length : at + lineEnd + 2;
    const end = start + (size ?? 0);
    const isFramed = raw.toString('latin1', end, end + 2) === CRLF || end > raw.length;
    pieces.push(raw.subarray(isFramed ? start : at, end));
    if (!isFramed) pieces.push(raw.subarray(end + 2));
    if (!isFramed || size === 0) break;
    at = end + 2;
  }
  return Buffer.concat(pieces);
}

const CRLF = '\r\n';
const MAX_SIZE_LINE = 64;

function chunkSize(line: string): number | undefined {
  const digits = line.split(';', 1)[0]!.trim();
  return /^[0-9a-f]{1,8}$/i.test(digits) ? Number.parseInt(digits, 16) : undefined;
}

/** A body that does not have the coding it claims is taken as it is. */
function withoutCoding(body: Buffer, coding: string): Buffer {
  const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_DECODED_BYTES };
  if (coding === 'gzip') return firstOf([gunzipSync], body, options);
  if (coding === 'deflate') return firstOf([inflateSync, inflateRawSync], body, options);
  if (coding === 'br') {
    const finishFlush = constants.BROTLI_OPERATION_FLUSH;
    return firstOf([brotliDecompressSync], body, { ...options, finishFlush });
  }
  return body;
}

type Decode = (body: Buffer, options: object) => Buffer;

function firstOf(decoders: readonly Decode[], body: Buffer, options: object): Buffer {
  for (const decode of decoders) {
    try {
      return decode(body, options);
    } catch {
      // The next way, or none.
    }
  }
  return body;
}
