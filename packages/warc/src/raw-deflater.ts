// One raw deflater, reused for every member and driven synchronously through the handle behind `zlib.createDeflateRaw()`:
// making one costs as much as deflating 10 KB. `reset` and the synchronous write are there but undocumented, as with
// HandleInflater. Knows nothing of gzip headers.
import { constants, createDeflateRaw } from 'node:zlib';

type ZlibHandle = {
  reset(): void;
  writeSync(
    flush: number,
    input: Uint8Array,
    inOff: number,
    inLen: number,
    out: Uint8Array,
    outOff: number,
    outLen: number,
  ): void;
  onerror: (message: string) => void;
};

export class RawDeflater {
  consumed = 0;
  produced = 0;
  readonly #handle: ZlibHandle;
  readonly #state: Uint32Array;
  readonly #owner: { close(): void };
  #fault = '';

  constructor(level: number) {
    const engine = createDeflateRaw({ level }) as unknown as {
      _handle: ZlibHandle;
      _writeState: Uint32Array;
      close(): void;
    };
    this.#owner = engine;
    this.#handle = engine._handle;
    this.#state = engine._writeState;
    this.#handle.onerror = (message) => {
      this.#fault = message;
    };
  }

  /** Begins a new deflate stream, whatever state the last one was left in. */
  reset(): void {
    this.#handle.reset();
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
    const flush = last ? constants.Z_FINISH : constants.Z_NO_FLUSH;
    const room = output.length - outStart;
    this.#handle.writeSync(flush, input, start, end - start, output, outStart, room);
    if (this.#fault !== '') throw new Error(`zlib cannot compress: ${this.#fault}`);
    this.produced = room - this.#state[0]!;
    this.consumed = end - start - this.#state[1]!;
    return this.#state[0] === 0;
  }

  close(): void {
    this.#owner.close();
  }
}
