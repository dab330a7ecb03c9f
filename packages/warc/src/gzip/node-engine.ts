// One engine of node:zlib, an inflater or the like, driven synchronously through the handle behind its stream: the synchronous write is there but
// undocumented. What a step came to is for those who build on it to say.

type Handle = {
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

interface Stream {
  close(): void;
}

export class NodeEngine {
  /** By the last step, in bytes. */
  consumed = 0;
  produced = 0;
  /** Why the last step failed; empty when it did not. */
  fault = '';
  readonly #handle: Handle;
  readonly #state: Uint32Array;
  readonly #stream: Stream;
  readonly #flush: number;

  /** `flush`: with which flag input is written when a write names none. */
  constructor(stream: Stream, flush: number) {
    const { _handle, _writeState } = stream as unknown as { _handle: Handle; _writeState: Uint32Array };
    this.#stream = stream;
    this.#flush = flush;
    this.#handle = _handle;
    this.#state = _writeState;
    this.#handle.onerror = (message) => {
      this.fault = message;
    };
  }

  /** Begins anew, whatever state it was left in. */
  reset(): void {
    this.fault = '';
    this.#handle.reset();
  }

  /** Makes of input[start, end) what goes into output[outStart, …); sets `consumed`, `produced` and `fault`. */
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
