// One zstandard decoder, driven synchronously through the handle behind `zlib.createZstdDecompress()`: its synchronous write
// is there but undocumented, as with HandleInflater. Knows nothing of where frames begin: see zstd-frame.ts.
import { constants, createZstdDecompress } from 'node:zlib';
import type { ZstdFrame } from './zstd-frame.ts';

/** Largest window that a frame may ask for: memory that is held for as long as the decoder is. */
const MAX_WINDOW_LOG = 25;
const MAX_WINDOW_BYTES = 2 ** MAX_WINDOW_LOG;

type ZstdHandle = {
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

export class ZstdEngine {
  consumed = 0;
  produced = 0;
  /** Why the last step failed; empty when it did not. After a failure the engine is of no more use. */
  fault = '';
  readonly #handle: ZstdHandle;
  readonly #state: Uint32Array;
  readonly #owner: { close(): void };

  constructor(dictionary: Buffer | undefined) {
    const params = { [constants.ZSTD_d_windowLogMax]: MAX_WINDOW_LOG };
    const engine = createZstdDecompress({ params, ...(dictionary && { dictionary }) }) as unknown as {
      _handle: ZstdHandle;
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

  /** Decodes input[start, end), which lies in one frame, into output[outStart, …). Again while it fills the output. */
  step(input: Uint8Array, start: number, end: number, output: Uint8Array, outStart: number): void {
    const room = output.length - outStart;
    this.#handle.writeSync(constants.ZSTD_e_continue, input, start, end - start, output, outStart, room);
    if (this.fault !== '') {
      this.consumed = 0;
      this.produced = 0;
      return;
    }
    this.consumed = end - start - this.#state[1]!;
    this.produced = room - this.#state[0]!;
  }

  close(): void {
    this.#owner.close();
  }
}

/** Why a frame whose header was seen cannot be decoded, with a dictionary of the id; undefined when it can. */
export function whyNotDecoded(
  { windowBytes, dictionaryId }: Pick<ZstdFrame, 'windowBytes' | 'dictionaryId'>,
  knownId: number | undefined,
): string | undefined {
  if (windowBytes > MAX_WINDOW_BYTES) {
    return `The zstandard frame asks for a window of ${windowBytes} bytes; up to ${MAX_WINDOW_BYTES} are read.`;
  }
  if (dictionaryId === 0 || dictionaryId === knownId) return undefined;
  return `The zstandard frame asks for a dictionary, ${dictionaryId}, that the input does not hold.`;
}

/** How far a damaged frame is decoded once more to name its record, and in what steps. */
const DESCRIBED_BYTES = 4096;
const DESCRIBED_STEP_BYTES = 32;

/** The first bytes that a frame decodes to, as far as it is sound; the same however much more than it `frame` holds. */
export function decodedStart(engine: ZstdEngine, frame: Buffer): Buffer {
  const output = Buffer.alloc(DESCRIBED_BYTES);
  let length = 0;
  for (let at = 0; at < frame.length && length < DESCRIBED_BYTES; ) {
    const end = Math.min(frame.length, at + DESCRIBED_STEP_BYTES);
    engine.step(frame, at, end, output, length);
    // What was decoded before the fault is there, but not how much: the rest is zeros.
    if (engine.fault !== '') return output;
    if (engine.consumed === 0 && engine.produced === 0) break;
    at += engine.consumed;
    length += engine.produced;
  }
  return output.subarray(0, length);
}
