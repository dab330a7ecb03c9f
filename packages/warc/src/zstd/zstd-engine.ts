// One zstandard decoder. Knows nothing of where frames begin: see zstd-frame.ts.
import { constants, createZstdDecompress } from 'node:zlib';
import { NodeEngine } from '../gzip/node-engine.ts';
import type { ZstdFrame } from './zstd-frame.ts';

/** Largest window that a frame may ask for: memory that is held for as long as the decoder is. */
const MAX_WINDOW_LOG = 25;
const MAX_WINDOW_BYTES = 2 ** MAX_WINDOW_LOG;

/** After a failure the engine is of no more use. */
export class ZstdEngine extends NodeEngine {
  constructor(dictionary: Buffer | undefined) {
    const params = { [constants.ZSTD_d_windowLogMax]: MAX_WINDOW_LOG };
    super(createZstdDecompress({ params, ...(dictionary && { dictionary }) }), constants.ZSTD_e_continue);
  }

  /** Decodes input[start, end), which lies in one frame, into output[outStart, …). Again while it fills the output. */
  step(input: Uint8Array, start: number, end: number, output: Uint8Array, outStart: number): void {
    this.write(input, start, end, output, outStart);
  }
}

/** Whether a decoder takes the dictionary, which none does whose entropy tables are damaged. */
export function isUsable(dictionary: Buffer): boolean {
  try {
    new ZstdEngine(dictionary).close();
    return true;
  } catch {
    return false;
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
export function decodedStart(dictionary: Buffer | undefined, frame: Buffer): Buffer {
  const engine = new ZstdEngine(dictionary);
  const start = decodedBy(engine, frame);
  engine.close();
  return start;
}

function decodedBy(engine: ZstdEngine, frame: Buffer): Buffer {
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
