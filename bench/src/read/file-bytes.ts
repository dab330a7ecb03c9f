// Provides the bytes of a file for one pass. Reads from memory if requested and if the file fits, so that only the
// parsing is measured; otherwise reads chunks from the disk.
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import type { ByteSourceKind, FileByteSource } from './reading.ts';

const MEMORY_LIMIT_BYTES = 512 * 1024 * 1024;
const DISK_PIECE_BYTES = 4 * 1024 * 1024;

/** Opens a file for several passes, one after another. */
export function openFile(
  path: string,
  from: ByteSourceKind = 'memory',
): { pass(pieceBytes: number): FileByteSource; close(): void } {
  if (from === 'memory' && statSync(path).size <= MEMORY_LIMIT_BYTES) {
    const bytes = readFileSync(path);
    return { pass: (pieceBytes) => splitBytes(bytes, pieceBytes), close() {} };
  }
  const file = openSync(path, 'r');
  return {
    pass: (pieceBytes) => readPieces(file, Math.min(pieceBytes, DISK_PIECE_BYTES)),
    close: () => closeSync(file),
  };
}

function splitBytes(bytes: Buffer, pieceBytes: number): FileByteSource {
  let start = 0;
  return {
    next() {
      if (start >= bytes.length) return undefined;
      start += pieceBytes;
      return bytes.subarray(start - pieceBytes, start);
    },
  };
}

function readPieces(file: number, pieceBytes: number): FileByteSource {
  let position = 0;
  /** Buffers that may be reused. */
  let given: Buffer[] = [];
  return {
    next(heldBytes) {
      if (heldBytes === undefined) given = [];
      const isFree = heldBytes !== undefined && (given.length - 1) * pieceBytes >= heldBytes;
      const piece = (isFree ? given.shift() : undefined) ?? Buffer.allocUnsafeSlow(pieceBytes);
      given.push(piece);
      const length = readSync(file, piece, 0, pieceBytes, position);
      position += length;
      return length === 0 ? undefined : piece.subarray(0, length);
    },
  };
}
