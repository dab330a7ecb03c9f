// Decodes a payload's content codings. Returns at most a given number of bytes.
import { Readable } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import type { ArtifactContent } from './artifact-content.ts';

export interface DecodedContent {
  readonly bytes: Buffer;
  /** True if the payload continues after `bytes`. */
  readonly isCut: boolean;
}

/** Thrown if the payload has an unknown content coding. */
export class UndecodableContentError extends Error {
  override name = 'UndecodableContentError';
}

/** Maximum number of content codings. Each of them costs a pass over the bytes. */
const MAX_CODINGS = 3;

/**
 * Reads the payload of an opened artifact. `contentLength`: stored length of the payload. Returns at most `mostBytes`
 * bytes. Throws UndecodableContentError and read errors. Releases the content, so read its fields first.
 */
export async function readDecodedContent(
  content: ArtifactContent,
  contentLength: number,
  mostBytes: number,
): Promise<DecodedContent> {
  const isLong = contentLength > mostBytes;
  const codings = listCodings(content.field('content-encoding'));
  const payload = await content.payload(isLong ? { start: 0, end: mostBytes - 1 } : undefined);
  const stored = payload instanceof Readable ? await readUpTo(payload, mostBytes) : copyPooledBytes(payload);
  content.release();
  let decoded: DecodedContent = { bytes: stored.bytes, isCut: isLong };
  for (const coding of codings) decoded = await removeCoding(decoded, coding, mostBytes);
  return decoded;
}

/** Copies bytes of a pooled buffer, because the buffer is reused. */
function copyPooledBytes(bytes: Buffer): DecodedContent {
  return { bytes: Buffer.from(bytes), isCut: false };
}

/** Lists the content codings in the order of decoding. */
function listCodings(value: string | undefined): string[] {
  const names = (value ?? '').split(',').map((name) => name.trim().toLowerCase());
  const applied = names.filter((name) => name !== '' && name !== 'identity').reverse();
  if (applied.length > MAX_CODINGS) throw new UndecodableContentError('too many content codings');
  return applied;
}

async function removeCoding(
  from: DecodedContent,
  coding: string,
  mostBytes: number,
): Promise<DecodedContent> {
  const decoder = openDecoder(coding, from.bytes);
  if (!decoder) throw new UndecodableContentError(`unknown content coding ${JSON.stringify(coding)}`);
  decoder.end(from.bytes);
  try {
    const decoded = await readUpTo(decoder, mostBytes);
    return { bytes: decoded.bytes, isCut: decoded.isCut || from.isCut };
  } catch {
    // Return the payload unchanged. Some crawlers store a decoded payload but keep its Content-Encoding field.
    return from;
  }
}

function openDecoder(coding: string, bytes: Buffer) {
  if (coding === 'gzip' || coding === 'x-gzip') return createGunzip(lenient);
  // Servers send `deflate` with and without the zlib header.
  if (coding === 'deflate')
    return (bytes[0]! & 0x0f) === 8 ? createInflate(lenient) : createInflateRaw(lenient);
  if (coding === 'br') return createBrotliDecompress();
  return coding === 'zstd' ? createZstdDecompress() : undefined;
}

/** Options that make a decoder accept truncated input. */
const lenient = { finishFlush: constants.Z_SYNC_FLUSH };

/** Reads a stream up to a limit. Then destroys the stream. */
async function readUpTo(stream: Readable, mostBytes: number): Promise<DecodedContent> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    pieces.push(piece);
    length += piece.length;
    if (length > mostBytes) break;
  }
  return { bytes: Buffer.concat(pieces, Math.min(length, mostBytes)), isCut: length > mostBytes };
}
