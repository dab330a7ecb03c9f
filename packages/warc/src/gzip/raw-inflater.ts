// Raw inflater without gzip headers. It is called synchronously and reused for every gzip member.
import { constants, createInflateRaw } from 'node:zlib';
import { ZlibEngine } from './zlib-engine.ts';

export const INFLATE_NEEDS_INPUT = 0;
export const INFLATE_OUTPUT_FULL = 1;
export const INFLATE_ENDED = 2;
export const INFLATE_FAILED = 3;
/**
 * Result of a step. The end of the stream (INFLATE_ENDED) may be detected only at the next input byte, which always
 * exists because the gzip trailer follows.
 */
export type InflateStatus = 0 | 1 | 2 | 3;

/**
 * Calls the engine of `zlib.createInflateRaw()` through its internal handle. After INFLATE_OUTPUT_FULL, call `step`
 * with the rest of the input. After INFLATE_NEEDS_INPUT, call it with the next input. Node does not report the end of a
 * stream. The stream has ended if the engine leaves input unread although there is output space.
 */
export class RawInflater extends ZlibEngine {
  constructor() {
    super(createInflateRaw(), constants.Z_NO_FLUSH);
  }

  /** Inflates input[start, end) into output[outStart, …). Sets `consumed`, `produced` and, on failure, `fault`. */
  step(input: Uint8Array, start: number, end: number, output: Uint8Array, outStart: number): InflateStatus {
    this.write(input, start, end, output, outStart);
    if (this.fault !== '') return INFLATE_FAILED;
    if (this.produced === output.length - outStart) return INFLATE_OUTPUT_FULL;
    return this.consumed < end - start ? INFLATE_ENDED : INFLATE_NEEDS_INPUT;
  }
}
