// Inflates the beginning of a gzip member once more, from held bytes. Not for reading stored members: stored-record.ts.
import { BAD, ENDED, OUTPUT_FULL, type RawInflater } from './raw-inflater.ts';

/** How far a damaged member is read once more to name its record, and in what steps. */
const DESCRIBED_BYTES = 4096;
const DESCRIBED_STEP_BYTES = 32;

/**
 * The first bytes that a damaged member inflates to, as far as it can be read; the same whatever the pieces that the
 * member came in. `inflater` is left in any state.
 */
export function startOfMember(
  inflater: RawInflater,
  pieces: readonly Uint8Array[],
  headerLength: number,
): Buffer {
  const inflated = Buffer.allocUnsafe(DESCRIBED_BYTES);
  let length = 0;
  const take = (bytes: Uint8Array, start: number, end: number) => {
    inflated.set(bytes.subarray(start, end), length);
    length += end - start;
  };
  replayInflate(inflater, pieces, headerLength, DESCRIBED_BYTES, take, DESCRIBED_STEP_BYTES);
  return inflated.subarray(0, length);
}

/**
 * Inflates the first `lengthBytes` of the member in `pieces`, whose header has `headerLength` bytes, with an engine
 * that is used for nothing else meanwhile. Stops early at damage; `stepBytes` are inflated at a time, so that no more
 * than those can be lost before it.
 */
export function replayInflate(
  inflater: RawInflater,
  pieces: readonly Uint8Array[],
  headerLength: number,
  lengthBytes: number,
  take: (bytes: Uint8Array, start: number, end: number) => void,
  stepBytes = 65_536,
): void {
  const output = Buffer.allocUnsafeSlow(stepBytes);
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
