// Bytes of an answer in room that is used again once they have left. To make room for every long answer costs more than to
// write it: what lies outside V8's own heap makes it look for rubbish all the time.
import { BufferPool } from '@holdfast/object-store';

const SPARE_BYTES = 768 * 1024;
const MOST_SPARE = 6;
const spare = new BufferPool(SPARE_BYTES, MOST_SPARE);
/** An answer of less than this part of it does not take the room of a long one. */
const LEAST_USED = 48;

/** Room for as many bytes as are likely to come, and the way back for it. */
export interface Room {
  readonly room: Buffer;
  /** May be called again, to no effect. */
  release(): void;
}

export function roomFor(likelyBytes: number): Room {
  if (likelyBytes < SPARE_BYTES / LEAST_USED || likelyBytes > SPARE_BYTES)
    return { room: Buffer.allocUnsafe(likelyBytes), release: () => undefined };
  const room = spare.take();
  let isLent = true;
  const release = () => {
    if (isLent) spare.give(room);
    isLent = false;
  };
  return { room, release };
}

export interface LentBytes {
  readonly bytes: Buffer;
  /** To be called when nobody needs the bytes any more; never, where nobody can say when that is. */
  release(): void;
}

/** Text that is made already, or bytes. */
export type Piece = string | LentBytes;

/** The bytes of a piece, which may still be lent. */
export function bytesOf(piece: Piece): Buffer {
  return typeof piece === 'string' ? Buffer.from(piece) : piece.bytes;
}

/** What can be written of a piece as it is. */
export function textOf(piece: Piece): string | Buffer {
  return typeof piece === 'string' ? piece : piece.bytes;
}

/** Bytes, or characters of what is not encoded yet. */
export function lengthOf(piece: Piece): number {
  return textOf(piece).length;
}

export function release(piece: Piece): void {
  if (typeof piece !== 'string') piece.release();
}
