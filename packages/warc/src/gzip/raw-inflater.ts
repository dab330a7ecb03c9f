// Raw inflater that is reused for every gzip member and driven synchronously. It reads no gzip headers and no WARC.
import { constants, createInflateRaw } from 'node:zlib';
import { ZlibEngine } from './zlib-engine.ts';

export const INFLATE_NEEDS_INPUT = 0;
export const INFLATE_OUTPUT_FULL = 1;
export const INFLATE_ENDED = 2;
export const INFLATE_FAILED = 3;
/**
 * Result of a step. INFLATE_ENDED may be noticed only with the next byte of input, which always exists: a gzip trailer
 * follows.
 */
export type InflateStatus = 0 | 1 | 2 | 3;

/**
 * Runs the engine of `zlib.createInflateRaw()` through its handle. After INFLATE_OUTPUT_FULL, call `step` again with
 * the rest of the input; after INFLATE_NEEDS_INPUT, with the next input. Node does not report the end of a stream. The
 * stream has ended exactly if both output space and unconsumed input are left, because the end-of-block code may lie in
 * the next chunk.
 */
export class RawInflater extends ZlibEngine {
  constructor() {
    super(createInflateRaw(), constants.Z_NO_FLUSH);
  }

  /** Inflates input[start, end) into output[outStart, …). Sets `consumed`, `produced` and, for BAD, `fault`. */
  step(input: Uint8Array, start: number, end: number, output: Uint8Array, outStart: number): InflateStatus {
    this.write(input, start, end, output, outStart);
    if (this.fault !== '') return INFLATE_FAILED;
    if (this.produced === output.length - outStart) return INFLATE_OUTPUT_FULL;
    return this.consumed < end - start ? INFLATE_ENDED : INFLATE_NEEDS_INPUT;
  }
}
