// A file's bytes for one pass: from memory when it fits there (so that no disk is measured), else read piece by piece.
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import type { FileBytes } from './reading.ts';

const MEMORY_LIMIT_BYTES = 512 * 1024 * 1024;
const DISK_PIECE_BYTES = 4 * 1024 * 1024;

/** Opens a file for any number of passes, one after the other. */
export function openFile(path: string): { pass(pieceBytes: number): FileBytes; close(): void } {
  if (statSync(path).size <= MEMORY_LIMIT_BYTES) {
    const bytes = readFileSync(path);
    return { pass: (pieceBytes) => piecesOf(bytes, pieceBytes), close() {} };
  }
  const file = openSync(path, 'r');
  return {
    pass: (pieceBytes) => piecesFrom(file, Math.min(pieceBytes, DISK_PIECE_BYTES)),
    close: () => closeSync(file),
  };
}

function piecesOf(bytes: Buffer, pieceBytes: number): FileBytes {
  let start = 0;
  return {
    next() {
      if (start >= bytes.length) return undefined;
      start += pieceBytes;
      return bytes.subarray(start - pieceBytes, start);
    },
  };
}

function piecesFrom(file: number, pieceBytes: number): FileBytes {
  let position = 0;
  return {
    next() {
      // A fresh one each time: some readers keep what they are given.
      const piece = Buffer.allocUnsafeSlow(pieceBytes);
      const length = readSync(file, piece, 0, pieceBytes, position);
      position += length;
      return length === 0 ? undefined : piece.subarray(0, length);
    },
  };
}
