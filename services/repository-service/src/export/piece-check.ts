// Verifies exported bytes against the CRC-32s of their records while they are sent. An artifact's own record and its
// companions are verified separately.
import { RangeChecksum } from '../domain/range-checksum.ts';
import { toUnsignedCrc } from '../index/crc.ts';
import { computePieceBytes, type ExportPiece } from './piece-table.ts';

/** Thrown if the stored bytes of a piece are damaged. */
export class DamagedPieceError extends Error {
  override name = 'DamagedPieceError';
  /** Null for a record without an artifact. */
  readonly artifactId: string | null;
  /** Position of the piece in the store, including companions, when the export was created. */
  readonly place: { readonly key: string; readonly offset: number };

  constructor({ artifactId, key, start }: ExportPiece) {
    super('the stored bytes are not those that were stored (CRC-32)');
    this.artifactId = artifactId;
    this.place = { key, offset: start };
  }
}

/** Part of a piece. Only a complete piece (`isWhole`) can be verified. */
export interface PiecePart {
  readonly piece: ExportPiece;
  readonly lengthBytes: number;
  readonly isWhole: boolean;
}

export class PieceCheck {
  readonly #parts: readonly PiecePart[];
  #index = 0;
  #sum = new RangeChecksum();

  constructor(parts: readonly PiecePart[]) {
    this.#parts = parts;
  }

  /** Consumes the next bytes of the parts. Throws DamagedPieceError at the end of a damaged piece. */
  take(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; ) {
      const { piece, lengthBytes, isWhole } = this.#parts[this.#index]!;
      const bytes = chunk.subarray(at, at + lengthBytes - this.#sum.lengthBytes);
      this.#sum.add(bytes, piece);
      at += bytes.length;
      if (this.#sum.lengthBytes === lengthBytes) this.#finish(piece, isWhole);
    }
  }

  #finish(piece: ExportPiece, isWhole: boolean): void {
    const isWell = this.#sum.isWell(toUnsignedCrc(piece.recordCrc), toUnsignedCrc(piece.companionsCrc));
    if (isWhole && !isWell) throw new DamagedPieceError(piece);
    this.#index += 1;
    this.#sum = new RangeChecksum();
  }
}

/** Returns whether every complete piece has its CRC-32s. */
export function arePartsIntact(parts: readonly PiecePart[], bytes: Uint8Array): boolean {
  try {
    new PieceCheck(parts).take(bytes);
    return true;
  } catch (error) {
    if (error instanceof DamagedPieceError) return false;
    throw error;
  }
}

/** Range of bytes `start`-`end` of the file, inclusive. */
export function findPiecePart(piece: ExportPiece, { start, end }: { start: number; end: number }) {
  const length = computePieceBytes(piece);
  const from = Math.max(0, start - piece.at);
  const to = Math.min(length, end + 1 - piece.at);
  return { from, part: { piece, lengthBytes: to - from, isWhole: to - from === length } };
}
