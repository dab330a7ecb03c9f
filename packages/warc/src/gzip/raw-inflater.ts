// Raw inflater that is driven synchronously and reused for every gzip member. It knows nothing about gzip headers or
// WARC.
import { constants, createInflateRaw } from 'node:zlib';
import { ZlibEngine } from './zlib-engine.ts';

export const INFLATE_NEEDS_INPUT = 0;
export const INFLATE_OUTPUT_FULL = 1;
export const INFLATE_ENDED = 2;
export const INFLATE_FAILED = 3;
/**
 * Result of a step. The end of the stream (INFLATE_ENDED) may be noticed only with the next byte of input. There always
 * is a next byte, because a gzip trailer follows.
 */
export type InflateStatus = 0 | 1 | 2 | 3;

/**
 * Runs the engine of `zlib.createInflateRaw()` through its handle. After INFLATE_OUTPUT_FULL, call `step` again with
 * the rest of the input; after INFLATE_NEEDS_INPUT, with the next input. Node does not report the end of a stream. It
 * is recognized by unconsumed input while there is output space left; the end-of-block code may be in the next chunk.
 */
export class RawInflater extends ZlibEngine {
  constructor() {
    super(createInflateRaw(), constants.Z_NO_FLUSH);
  }

  /**
   * Inflates input[start, end) into output[outStart, …). Sets `consumed` and `produced`, and `fault` if the result is
   * INFLATE_FAILED.
   */
  step(input: Uint8Array, start: number, end: number, output: Uint8Array, outStart: number): InflateStatus {
    this.write(input, start, end, output, outStart);
    if (this.fault !== '') return INFLATE_FAILED;
    if (this.produced === output.length - outStart) return INFLATE_OUTPUT_FULL;
    return this.consumed < end - start ? INFLATE_ENDED : INFLATE_NEEDS_INPUT;
  }
}
