// Inflates the beginning of a gzip member once more from its held bytes. Not for reading stored members: stored-record.ts.
import { BAD, ENDED, OUTPUT_FULL, type RawInflater } from './raw-inflater.ts';

/**
 * Inflates the first `lengthBytes` of the member in `pieces`, whose header has `headerLength` bytes, with an engine
 * that is used for nothing else meanwhile. It was inflated before, so that it cannot fail.
 */
export function replayInflate(
  inflater: RawInflater,
  pieces: readonly Uint8Array[],
  headerLength: number,
  lengthBytes: number,
  take: (bytes: Uint8Array, start: number, end: number) => void,
): void {
  const output = Buffer.allocUnsafeSlow(65_536);
  let skip = headerLength;
  let left = lengthBytes;
  inflater.reset();
  for (const piece of pieces) {
    let at = Math.min(skip, piece.length);
    skip -= at;
    while (left > 0) {
      const status = inflater.step(piece, at, piece.length, output, 0);
      at += inflater.consumed;
      const length = Math.min(left, inflater.produced);
      take(output, 0, length);
      left -= length;
      if (status === ENDED || status === BAD) return;
      if (status !== OUTPUT_FULL) break;
    }
  }
}
