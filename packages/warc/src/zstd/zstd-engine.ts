import { constants, createZstdDecompress } from 'node:zlib';
import { ZlibEngine } from '../gzip/zlib-engine.ts';
import type { ZstdFrame } from './zstd-frame.ts';

/**
 * Maximum window size that a frame may request, as a power of two. A decoder holds this much memory until it is closed.
 */
const MAX_WINDOW_LOG = 25;
const MAX_WINDOW_BYTES = 2 ** MAX_WINDOW_LOG;

/** Zstandard decoder. It cannot be used after an error. */
export class ZstdEngine extends ZlibEngine {
  constructor(dictionary: Buffer | undefined) {
    const params = { [constants.ZSTD_d_windowLogMax]: MAX_WINDOW_LOG };
    super(createZstdDecompress({ params, ...(dictionary && { dictionary }) }), constants.ZSTD_e_continue);
  }

  /**
   * Decodes input[start, end), which must belong to one frame, into output[outStart, …). If the output is full, call
   * this again with the rest of the input.
   */
  step(input: Uint8Array, start: number, end: number, output: Uint8Array, outStart: number): void {
    this.write(input, start, end, output, outStart);
  }
}

/** Returns whether a decoder accepts the dictionary. Dictionaries with damaged entropy tables are rejected. */
export function isUsableDictionary(dictionary: Buffer): boolean {
  try {
    new ZstdEngine(dictionary).close();
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the reason why a frame with this header cannot be decoded with the given dictionary, or undefined if it can.
 */
export function findDecodingObstacle(
  { windowBytes, dictionaryId }: Pick<ZstdFrame, 'windowBytes' | 'dictionaryId'>,
  knownId: number | undefined,
): string | undefined {
  if (windowBytes > MAX_WINDOW_BYTES) {
    return `The zstandard frame needs a window of ${windowBytes} bytes; at most ${MAX_WINDOW_BYTES} are supported.`;
  }
  if (dictionaryId === 0 || dictionaryId === knownId) return undefined;
  return `The zstandard frame needs the dictionary ${dictionaryId}, which the input does not contain.`;
}

/** Maximum number of bytes of a damaged frame that are decoded again to identify its record. */
const DESCRIBED_BYTES = 4096;
/** Number of compressed bytes per call of the decoder. After an error, the length of the last call's output is unknown. */
const DESCRIBED_STEP_BYTES = 32;

/**
 * Returns the decoded start of the frame, up to the first damage. `frame` may contain bytes after the end of the frame.
 */
export function decodeFrameStart(dictionary: Buffer | undefined, frame: Buffer): Buffer {
  const engine = new ZstdEngine(dictionary);
  const start = decodeFrame(engine, frame);
  engine.close();
  return start;
}

function decodeFrame(engine: ZstdEngine, frame: Buffer): Buffer {
  const output = Buffer.alloc(DESCRIBED_BYTES);
  let length = 0;
  for (let at = 0; at < frame.length && length < DESCRIBED_BYTES; ) {
    const end = Math.min(frame.length, at + DESCRIBED_STEP_BYTES);
    engine.step(frame, at, end, output, length);
    // The buffer contains the output before the error, but its length is unknown. The rest of the buffer is zero.
    if (engine.fault !== '') return output;
    if (engine.consumed === 0 && engine.produced === 0) break;
    at += engine.consumed;
    length += engine.produced;
  }
  return output.subarray(0, length);
}
