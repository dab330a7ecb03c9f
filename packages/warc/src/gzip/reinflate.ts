// Inflates the start of a gzip member again, from compressed bytes in memory. stored-record.ts reads stored members.
import { INFLATE_ENDED, INFLATE_FAILED, INFLATE_OUTPUT_FULL, type RawInflater } from './raw-inflater.ts';

/** Maximum number of bytes that are inflated again to identify the record in a damaged gzip member. */
const DESCRIBED_BYTES = 4096;
/** Number of compressed bytes per step. All bytes of the step with the damage are lost, so small steps recover more. */
const DESCRIBED_STEP_BYTES = 32;

/**
 * Returns the readable start of a damaged gzip member's content. The result does not depend on how the member was split
 * into buffers. Leaves `inflater` in an undefined state.
 */
export function inflateMemberStart(
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
  reinflateMember(inflater, pieces, headerLength, DESCRIBED_BYTES, take, DESCRIBED_STEP_BYTES);
  return inflated.subarray(0, length);
}

/**
 * Inflates the first `lengthBytes` of the content of the gzip member in `pieces`. `headerLength` is the length of the
 * member's header. The inflater must have been reset. Stops at damage, and may omit up to `stepBytes` before it.
 */
export function reinflateMember(
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
      if (status === INFLATE_ENDED || status === INFLATE_FAILED) return;
      if (status !== INFLATE_OUTPUT_FULL) break;
    }
  }
}
