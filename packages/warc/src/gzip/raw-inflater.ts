// Raw inflater that is reused for every gzip member and driven synchronously. It reads no gzip headers and no WARC.
import { constants, createInflateRaw } from 'node:zlib';
import { NodeEngine } from './node-engine.ts';

export const NEEDS_INPUT = 0;
export const OUTPUT_FULL = 1;
export const ENDED = 2;
export const BAD = 3;
/**
 * Result of a step. `ENDED` may be noticed only with the next byte of input, which always exists: a gzip
 * trailer follows.
 */
export type InflateStatus = 0 | 1 | 2 | 3;

/**
 * The engine behind `zlib.createInflateRaw()`, used through its handle. Call `step` again with the rest of the input after
 * OUTPUT_FULL, with the next input after NEEDS_INPUT. Node does not say when a stream has ended; it has when there is
 * output room and unconsumed input left, and only then: the end-of-block code may lie in the next chunk.
 */
export class RawInflater extends NodeEngine {
  constructor() {
    super(createInflateRaw(), constants.Z_NO_FLUSH);
  }

  /** Inflates input[start, end) into output[outStart, …). Sets `consumed`, `produced` and, for BAD, `fault`. */
  step(input: Uint8Array, start: number, end: number, output: Uint8Array, outStart: number): InflateStatus {
    this.write(input, start, end, output, outStart);
    if (this.fault !== '') return BAD;
    if (this.produced === output.length - outStart) return OUTPUT_FULL;
    return this.consumed < end - start ? ENDED : NEEDS_INPUT;
  }
}
