// Bytes of an answer in room that is used again.

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
