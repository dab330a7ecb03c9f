// One raw inflater, reused for every gzip member and driven synchronously. Knows nothing of gzip headers or WARC.
import { constants, createInflateRaw } from 'node:zlib';

export const NEEDS_INPUT = 0;
export const OUTPUT_FULL = 1;
export const ENDED = 2;
export const BAD = 3;
/** What a step came to. `ENDED` may be noticed only with the next byte of input: a gzip trailer always follows. */
export type InflateStatus = 0 | 1 | 2 | 3;

/** Call `step` again with the rest of the input after OUTPUT_FULL, with the next input after NEEDS_INPUT. */
export interface RawInflater {
  /** Begins a new deflate stream, whatever state the last one was left in. */
  reset(): void;
  /** Inflates input[start, end) into output[outStart, …); sets `consumed` and `produced`. */
  step(input: Uint8Array, start: number, end: number, output: Uint8Array, outStart: number): InflateStatus;
  consumed: number;
  produced: number;
  /** Why the last step was BAD. */
  fault: string;
  close(): void;
}

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
  close(): void;
  onerror: (message: string, errno: number, code: string) => void;
};

/**
 * The engine behind `zlib.createInflateRaw()`, used through its handle: `reset` and a synchronous write are there but
 * undocumented, hence `handleInflaterWorks` below. Node does not say when a stream has ended; it has when there is
 * output room and unconsumed input left, and only then: the end-of-block code may lie in the next chunk.
 */
export class HandleInflater implements RawInflater {
  consumed = 0;
  produced = 0;
  fault = '';
  readonly #handle: ZlibHandle;
  readonly #state: Uint32Array;
  readonly #owner: { close(): void };

  constructor() {
    const engine = createInflateRaw() as unknown as {
      _handle: ZlibHandle;
      _writeState: Uint32Array;
      close(): void;
    };
    this.#owner = engine;
    this.#handle = engine._handle;
    this.#state = engine._writeState;
    this.#handle.onerror = (message) => {
      this.fault = message;
    };
  }

  reset(): void {
    this.fault = '';
    this.#handle.reset();
  }

  step(input: Uint8Array, start: number, end: number, output: Uint8Array, outStart: number): InflateStatus {
    const room = output.length - outStart;
    this.#handle.writeSync(constants.Z_NO_FLUSH, input, start, end - start, output, outStart, room);
    if (this.fault !== '') {
      this.consumed = 0;
      this.produced = 0;
      return BAD;
    }
    const roomLeft = this.#state[0]!;
    const inputLeft = this.#state[1]!;
    this.consumed = end - start - inputLeft;
    this.produced = room - roomLeft;
    if (roomLeft === 0) return OUTPUT_FULL;
    return inputLeft > 0 ? ENDED : NEEDS_INPUT;
  }

  close(): void {
    this.#owner.close();
  }
}
