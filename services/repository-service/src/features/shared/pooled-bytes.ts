// Pools buffers for response bodies. Allocating a new buffer for every long response would cost more than filling it,
// because memory outside V8's heap triggers frequent garbage collections.
import { BufferPool } from '@holdfast/object-store';

const SPARE_BYTES = 768 * 1024;
const MAX_SPARE = 6;
const spare = new BufferPool(SPARE_BYTES, MAX_SPARE);
/** A pooled buffer is used only if at least 1/48 of it will be filled. */
const LEAST_USED = 48;

/** A buffer for the expected number of bytes. `release` returns it to the pool. */
export interface PooledBuffer {
  readonly room: Buffer;
  release(): void;
}

export function takeBuffer(likelyBytes: number): PooledBuffer {
  if (likelyBytes < SPARE_BYTES / LEAST_USED || likelyBytes > SPARE_BYTES)
    return { room: Buffer.allocUnsafe(likelyBytes), release: () => undefined };
  const room = spare.take();
  let isLent = true;
  const releasePooled = () => {
    if (isLent) spare.give(room);
    isLent = false;
  };
  return { room, release: releasePooled };
}

export interface PooledBytes {
  readonly bytes: Buffer;
  /** Returns the buffer to the pool. Call this only when the bytes are no longer in use. */
  release(): void;
}

/** Chunk of a response: text or bytes. */
export type ResponsePiece = string | PooledBytes;

/** Returns a chunk as bytes, which may be in a pooled buffer. */
export function toPieceBytes(piece: ResponsePiece): Buffer {
  return typeof piece === 'string' ? Buffer.from(piece) : piece.bytes;
}

/** Returns the text or the bytes of a chunk, whichever it contains. */
export function toPieceText(piece: ResponsePiece): string | Buffer {
  return typeof piece === 'string' ? piece : piece.bytes;
}

/** Returns the length of a chunk, in bytes or in characters. */
export function measurePiece(piece: ResponsePiece): number {
  return toPieceText(piece).length;
}

export function releasePiece(piece: ResponsePiece): void {
  if (typeof piece !== 'string') piece.release();
}
