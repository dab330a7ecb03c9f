// Decodes the body of a request as replay tools do: removes valid chunk framing and content coding, and uses as many
// bytes as Content-Length declares.
import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import type { RequestHead } from './request-head.ts';

export interface RequestBody {
  readonly bytes: Buffer;
  /** False if the body continues after these bytes. */
  readonly isWhole: boolean;
}

/** Number of bytes to use if there is no Content-Length. */
const DEFAULT_LENGTH = 8_192;
const MAX_DECODED_BYTES = 4 * 1024 * 1024;

/**
 * Decodes the body of a request. `isWhole` is false if a part of the block was not read. Returns undefined if
 * Content-Length is not a number.
 */
export function decodeRequestBody(
  { contentLength, isChunked, coding }: RequestHead,
  raw: Buffer,
  isWhole: boolean,
): RequestBody | undefined {
  const length = contentLength === undefined ? DEFAULT_LENGTH : parseInteger(contentLength);
  if (length === undefined) return undefined;
  const decoded = decodeContentCoding(isChunked ? removeChunkFraming(raw) : raw, coding);
  const bytes = decoded.subarray(0, Math.max(0, length));
  return { bytes, isWhole: isWhole || bytes.length === length };
}

/** Parses an integer as Python's `int` does. */
function parseInteger(text: string): number | undefined {
  return /^\s*[+-]?\d+(?:_\d+)*\s*$/.test(text) ? Number(text.replaceAll('_', '')) : undefined;
}

/**
 * Removes chunk framing. From the first invalid chunk on, keeps the bytes unchanged, except for the two bytes in the
 * place of the chunk's final line end.
 */
function removeChunkFraming(raw: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < raw.length; ) {
    const lineEnd = raw.subarray(at, at + MAX_SIZE_LINE).indexOf(CRLF);
    const size = lineEnd < 0 ? undefined : parseChunkSize(raw.toString('latin1', at, at + lineEnd));
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

function parseChunkSize(line: string): number | undefined {
  const digits = line.split(';', 1)[0]!.trim();
  return /^[0-9a-f]{1,8}$/i.test(digits) ? Number.parseInt(digits, 16) : undefined;
}

/** Decodes a content coding. Returns the body unchanged if the body does not have this coding. */
function decodeContentCoding(body: Buffer, coding: string): Buffer {
  const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_DECODED_BYTES };
  if (coding === 'gzip') return decodeWithFirst([gunzipSync], body, options);
  if (coding === 'deflate') return decodeWithFirst([inflateSync, inflateRawSync], body, options);
  if (coding === 'br') {
    const finishFlush = constants.BROTLI_OPERATION_FLUSH;
    return decodeWithFirst([brotliDecompressSync], body, { ...options, finishFlush });
  }
  return body;
}

type ContentDecoder = (body: Buffer, options: object) => Buffer;

function decodeWithFirst(decoders: readonly ContentDecoder[], body: Buffer, options: object): Buffer {
  for (const decode of decoders) {
    try {
      return decode(body, options);
    } catch {
      // Ignores the error, because the next decoder may succeed.
    }
  }
  return body;
}
