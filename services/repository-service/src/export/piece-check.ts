// Holds exported bytes to the CRC-32s of the records they are, as they pass: own record and companions apart.
import { crc32 } from 'node:zlib';
import { type Piece, pieceBytes } from './piece-table.ts';

/** What is stored is not what was stored. */
export class DamagedPieceError extends Error {
  override name = 'DamagedPieceError';
  /** Null for a record that belongs to no artifact. */
  readonly artifactId: string | null;

  constructor(artifactId: string | null) {
    super('the stored bytes are not those that were stored (CRC-32)');
    this.artifactId = artifactId;
  }
}

/** A part of a piece; `isWhole` when it is all of it, and so can be checked. */
export interface PiecePart {
  readonly piece: Piece;
  readonly lengthBytes: number;
  readonly isWhole: boolean;
}

export class PieceCheck {
  readonly #parts: readonly PiecePart[];
  #index = 0;
  #into = 0;
  #record = 0;
  #companions = 0;

  constructor(parts: readonly PiecePart[]) {
    this.#parts = parts;
  }

  /** The next bytes of the parts, one behind the other. Throws DamagedPieceError at the end of a piece that is not well. */
  take(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; ) {
      const { piece, lengthBytes, isWhole } = this.#parts[this.#index]!;
      const bytes = chunk.subarray(at, at + lengthBytes - this.#into);
      if (isWhole) this.#add(piece, bytes);
      this.#into += bytes.length;
      at += bytes.length;
      if (this.#into === lengthBytes) this.#finish(piece, isWhole);
    }
  }

  #add({ before, own, after }: Piece, bytes: Uint8Array): void {
    if (before + after === 0) {
      this.#record = crc32(bytes, this.#record);
      return;
    }
    const from = Math.max(0, before - this.#into);
    const to = Math.max(0, before + own - this.#into);
    if (from > 0) this.#companions = crc32(bytes.subarray(0, from), this.#companions);
    if (from < to) this.#record = crc32(bytes.subarray(from, to), this.#record);
    if (to < bytes.length) this.#companions = crc32(bytes.subarray(to), this.#companions);
  }

  #finish(piece: Piece, isWhole: boolean): void {
    const { recordCrc, companionsCrc } = piece;
    const isWell =
      (recordCrc === null || recordCrc >>> 0 === this.#record) &&
      (companionsCrc === null || companionsCrc >>> 0 === this.#companions);
    if (isWhole && !isWell) throw new DamagedPieceError(piece.artifactId);
    this.#index += 1;
    this.#into = 0;
    this.#record = 0;
    this.#companions = 0;
  }
}

/** Of the bytes of the file from `start` to `end`, both included. */
export function partOfPiece(piece: Piece, { start, end }: { start: number; end: number }) {
  const length = pieceBytes(piece);
  const from = Math.max(0, start - piece.at);
  const to = Math.min(length, end + 1 - piece.at);
  return { from, part: { piece, lengthBytes: to - from, isWhole: to - from === length } };
}
