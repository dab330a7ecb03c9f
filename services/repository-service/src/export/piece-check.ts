// Verifies exported bytes against the CRC-32s of their records while sending them. An artifact has one CRC-32 for its
// own record and one for its companion records (request, metadata).
import { RangeChecksum } from '../domain/range-checksum.ts';
import { toUnsignedCrc } from '../index/crc.ts';
import { computePieceBytes, type ExportPiece } from './piece-table.ts';

/** Thrown if an exported record is damaged in the store. */
export class DamagedPieceError extends Error {
  override name = 'DamagedPieceError';
  /** Artifact of the record. Null if the record belongs to no artifact. */
  readonly artifactId: string | null;
  /** Location of the record and its companion records in the store when the export was created. */
  readonly place: { readonly key: string; readonly offset: number };

  constructor({ artifactId, key, start }: ExportPiece) {
    super('the CRC-32 checksum of the stored bytes does not match');
    this.artifactId = artifactId;
    this.place = { key, offset: start };
  }
}

/** Byte range of an exported record. Only a complete record (`isWhole`) can be verified. */
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

  /** Consumes the next bytes of the export. Throws DamagedPieceError at the end of a damaged record. */
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

/** Returns whether the CRC-32s of all complete records match `bytes`. */
export function arePartsIntact(parts: readonly PiecePart[], bytes: Uint8Array): boolean {
  try {
    new PieceCheck(parts).take(bytes);
    return true;
  } catch (error) {
    if (error instanceof DamagedPieceError) return false;
    throw error;
  }
}

/** Returns the part of a record in the range `start`-`end` (inclusive) of the file. `from`: offset in the record. */
export function findPiecePart(piece: ExportPiece, { start, end }: { start: number; end: number }) {
  const length = computePieceBytes(piece);
  const from = Math.max(0, start - piece.at);
  const to = Math.min(length, end + 1 - piece.at);
  return { from, part: { piece, lengthBytes: to - from, isWhole: to - from === length } };
}
