// Calls an engine of node:zlib, such as an inflater, synchronously through the undocumented handle of its stream.
// Subclasses interpret the result of a step.

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

interface ZlibStream {
  close(): void;
}

export class ZlibEngine {
  /** Number of input bytes that the last step consumed. */
  consumed = 0;
  produced = 0;
  /** Error of the last step. Empty if the step succeeded. */
  fault = '';
  readonly #handle: ZlibHandle;
  readonly #state: Uint32Array;
  readonly #stream: ZlibStream;
  readonly #flush: number;

  /** Creates an engine. `flush` is the default flush flag of writes. */
  constructor(stream: ZlibStream, flush: number) {
    const { _handle, _writeState } = stream as unknown as { _handle: ZlibHandle; _writeState: Uint32Array };
    this.#stream = stream;
    this.#flush = flush;
    this.#handle = _handle;
    this.#state = _writeState;
    this.#handle.onerror = (message) => {
      this.fault = message;
    };
  }

  /** Resets the engine, whatever its state. */
  reset(): void {
    this.fault = '';
    this.#handle.reset();
  }

  /** Processes input[start, end) into output[outStart, …). Sets `consumed`, `produced` and `fault`. */
  write(
    input: Uint8Array,
    start: number,
    end: number,
    output: Uint8Array,
    outStart: number,
    flush = this.#flush,
  ): void {
    const room = output.length - outStart;
    this.#handle.writeSync(flush, input, start, end - start, output, outStart, room);
    const isWell = this.fault === '';
    this.consumed = isWell ? end - start - this.#state[1]! : 0;
    this.produced = isWell ? room - this.#state[0]! : 0;
  }

  close(): void {
    this.#stream.close();
  }
}
