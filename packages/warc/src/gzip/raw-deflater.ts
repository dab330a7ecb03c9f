// One raw deflater, reused for every member and driven synchronously: making one costs as much as deflating 10 KB. Knows
// nothing of gzip headers.
import { constants, createDeflateRaw } from 'node:zlib';
import { NodeEngine } from './node-engine.ts';

export class RawDeflater extends NodeEngine {
  constructor(level: number) {
    super(createDeflateRaw({ level }), constants.Z_NO_FLUSH);
  }

  /**
   * Deflates input[start, end) into output[outStart, …), to the end of the stream if `last`; sets `consumed` and `produced`.
   * True when the output is full: call it again with the rest of the input.
   */
  step(
    { input, start, end, last }: { input: Uint8Array; start: number; end: number; last: boolean },
    output: Uint8Array,
    outStart: number,
  ): boolean {
    this.write(input, start, end, output, outStart, last ? constants.Z_FINISH : constants.Z_NO_FLUSH);
    if (this.fault !== '') throw new Error(`zlib cannot compress: ${this.fault}`);
    return this.produced === output.length - outStart;
  }
}
