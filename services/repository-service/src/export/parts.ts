// Export file as a sequence of parts, which allows reading any byte range. Each part is in memory, in a spool file, or
// in the object store.
import type { ByteRange } from '../content/byte-range.ts';
import type { Spool } from './spool.ts';

export interface ExportPart {
  readonly sizeBytes: number;
  /** Yields a byte range, which must lie within the part. */
  read(range: ByteRange, signal: AbortSignal): AsyncIterable<Uint8Array>;
}

const READ_BYTES = 256 * 1024;

export function createBytesPart(bytes: Uint8Array): ExportPart {
  return {
    sizeBytes: bytes.length,
    read: async function* ({ start, end }) {
      yield bytes.subarray(start, end + 1);
    },
  };
}

export function createSpooledPart(spool: Spool): ExportPart {
  return {
    sizeBytes: spool.sizeBytes,
    read: async function* ({ start, end }) {
      for (let at = start; at <= end; at += READ_BYTES) {
        yield await spool.read(at, Math.min(READ_BYTES, end + 1 - at));
      }
    },
  };
}

export function joinParts(parts: readonly ExportPart[]): ExportPart {
  return {
    sizeBytes: parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    read: async function* ({ start, end }, signal) {
      let at = 0;
      for (const part of parts) {
        const from = Math.max(start - at, 0);
        const to = Math.min(end - at, part.sizeBytes - 1);
        if (from <= to) yield* part.read({ start: from, end: to }, signal);
        at += part.sizeBytes;
      }
    },
  };
}
