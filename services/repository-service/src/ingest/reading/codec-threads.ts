// Reads uploads in codec threads, which receive bytes and return findings, both with limited memory. Inflating and
// digesting in the main thread would delay all other requests. One thread reads an upload. Other threads help if they
// have nothing else to read and processors are idle.

import { availableParallelism, cpus } from 'node:os';
import { type CompanionUse, MemberFinder, type PayloadReading } from '@holdfast/warc';
import type { DestinationAu } from '../../domain/record/given-identity.ts';
import type { NamedIdentity } from '../../domain/record/named-identities.ts';
import type { CodecOutput } from '../../domain/record/read-record.ts';
import type { OpenUpload, PackedCodecOutput } from './codec-messages.ts';
import { CodecThread } from './codec-thread.ts';
import { unpackFindings } from './finding-views.ts';
import { createUploadCounters, type InflationBound } from './upload-gauge.ts';
import { INPUT_BUFFER_BYTES, UploadLanes } from './upload-lanes.ts';

export interface CodecThreads {
  /**
   * Reads an upload. Throws NotAWarcUploadError, or CodecError if a thread crashes. To drop the upload, end the
   * iteration early. When the signal aborts, the threads stop immediately and the iteration rejects with the signal's
   * reason, even if outputs remain. The bytes of an output are valid only until the receiver requests the next output.
   * `companions` selects the companion records that are reported; default is none.
   */
  read(
    bytes: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
    options?: ReadOptions,
  ): AsyncGenerator<CodecOutput>;
  /** Number of uploads that each thread reads from their start. */
  uploads(): number[];
  /** Number of threads that are reading. */
  busy(): number;
  close(): Promise<void>;
}

export interface ReadOptions {
  /** Companion records to report. Default: `none`. */
  readonly companions?: CompanionUse;
  /** Whether to keep records as quarantined if their digest, HTTP head or date is wrong or missing. Default: false. */
  readonly keepDamaged?: boolean;
  /** How to read payloads. Default: `entity`. */
  readonly payloads?: PayloadReading;
  /** Set if the records are artifacts of another repository that keep their identity. */
  readonly givenBy?: DestinationAu | undefined;
  /** Identities of the records of an upload from another node whose records do not contain them. */
  readonly identities?: readonly NamedIdentity[] | undefined;
  /** Called with a sentence for each inconsistency that concerns the whole archive. */
  readonly warn?: ((warning: string) => void) | undefined;
  /** Limit of the inflated size. Default: none. */
  readonly inflation?: InflationBound | undefined;
}

/**
 * Minimum size of a portion. Together with the bytes up to the next cut, a portion makes about two batches of findings.
 * More or smaller batches would cost more.
 */
const PORTION_BYTES = 1920 * 1024;

/** Decides when more than one thread reads an upload. */
interface Sharing {
  /** Minimum number of bytes that one thread reads before another thread continues. */
  readonly portionBytes: number;
  /** Returns whether enough processors are idle for another thread. */
  hasIdleProcessors(): boolean;
}

/**
 * Creates the threads. Each thread starts when it gets its first upload, which takes 0.1 s. Otherwise, a service that
 * stores nothing would spend 20 MB of memory per thread. `spoolFolder`: folder for bytes that must be read again
 * because a length was wrong, and that do not fit in memory.
 */
export function startCodecThreads(
  count: number,
  inlineLimitBytes: number,
  spoolFolder?: string,
  sharing: Sharing = { portionBytes: PORTION_BYTES, hasIdleProcessors: watchIdleProcessors() },
): CodecThreads {
  const threads = Array.from({ length: count }, () => new CodecThread());
  return {
    read: (bytes, signal, options = {}) => {
      const { companions = 'none', keepDamaged = false, payloads = 'entity' } = options;
      const { givenBy, identities, inflation } = options;
      const where = { inlineLimitBytes, spoolFolder, gauge: createUploadCounters() };
      const chosen = { ...where, companions, keepDamaged, payloads, givenBy, identities, inflation };
      return read({ threads, sharing, warn: options.warn }, bytes, signal, chosen);
    },
    uploads: () => threads.map(({ uploads }) => uploads),
    busy: () => threads.filter(({ isBusy }) => isBusy).length,
    close: async () => {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

async function* read(
  {
    threads,
    sharing,
    warn,
  }: { threads: readonly CodecThread[]; sharing: Sharing; warn: ReadOptions['warn'] },
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  options: Omit<OpenUpload, 'message' | 'upload'>,
): AsyncGenerator<CodecOutput> {
  const idlest = threads.reduce((a, b) => (b.uploads < a.uploads ? b : a));
  const lanes = new UploadLanes(threads, idlest, options, warn);
  const abort = () => lanes.abort(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  const feeding = feedUpload({ lanes, ...sharing }, bytes, signal).catch((error) => lanes.fail(error));
  try {
    for (let next = await lanes.next(); next; next = await lanes.next()) {
      const { output, lane } = next;
      yield unpacked(output);
      // The length is read before the transfer, which empties the buffer in this thread.
      const { buffer, byteLength: lengthBytes } = output.bytes as Uint8Array<ArrayBuffer>;
      lane.post({ message: 'taken', buffer, lengthBytes }, [buffer]);
    }
  } finally {
    signal.removeEventListener('abort', abort);
    lanes.close();
  }
  await feeding;
}

function unpacked(output: PackedCodecOutput): CodecOutput {
  if (output.output === 'chunk') return output;
  const { findings, bytes } = output;
  return { output: 'findings', findings: unpackFindings(findings), characters: findings.characters, bytes };
}

interface FeedDeps {
  readonly lanes: UploadLanes;
  readonly portionBytes: number;
  hasIdleProcessors(): boolean;
}

/**
 * Sends the upload to the lanes. Returns early if reading the upload has ended, for example after an error.
 * `portionBytes`: minimum size of all portions but the last.
 */
async function feedUpload(
  { lanes, portionBytes, hasIdleProcessors }: FeedDeps,
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const feed = new UploadFeed(lanes);
  let finder: MemberFinder | undefined;
  try {
    for await (const chunk of bytes) {
      signal.throwIfAborted();
      const mayCut = feed.portionBytes >= portionBytes && lanes.mayCut && hasIdleProcessors();
      if (mayCut) finder ??= new MemberFinder();
      const cut = mayCut ? finder!.find(chunk) : -1;
      if (cut >= 0 && !(await feed.cut(chunk.subarray(0, cut)))) return;
      if (!(await feed.add(cut < 0 ? chunk : chunk.subarray(cut)))) return;
    }
    feed.end();
  } finally {
    finder?.close();
  }
}

/**
 * Collects the chunks of the stream into full buffers, because fewer, larger messages cost less. Looks for positions
 * where another thread may continue.
 */
class UploadFeed {
  /** Size of the portion that is being filled. */
  portionBytes = 0;
  readonly #lanes: UploadLanes;
  #offset = 0;
  #buffer: ArrayBuffer | undefined;
  #filled = 0;

  constructor(lanes: UploadLanes) {
    this.#lanes = lanes;
  }

  /** Adds a chunk. Returns false if the upload has ended. */
  async add(chunk: Uint8Array): Promise<boolean> {
    for (let at = 0; at < chunk.length; ) {
      this.#buffer ??= await this.#lanes.buffer();
      if (this.#buffer === undefined) return false;
      const taken = chunk.subarray(at, at + INPUT_BUFFER_BYTES - this.#filled);
      new Uint8Array(this.#buffer, this.#filled, taken.length).set(taken);
      at += taken.length;
      this.#filled += taken.length;
      this.#offset += taken.length;
      this.portionBytes += taken.length;
      if (this.#filled === INPUT_BUFFER_BYTES) this.#send();
      // Sends a copy of the bytes so far, so that the partly filled buffer can take the following bytes.
      else if (this.#lanes.idle) this.#sendCopy(this.#buffer);
    }
    return true;
  }

  /** Ends the portion after these bytes, if another thread is still available. */
  async cut(last: Uint8Array): Promise<boolean> {
    if (!(await this.add(last))) return false;
    // Another upload may have taken the thread during the wait.
    if (!this.#lanes.mayCut) return true;
    this.#send();
    this.#lanes.cut(this.#offset);
    this.portionBytes = 0;
    return true;
  }

  end(): void {
    this.#send();
    this.#lanes.end();
  }

  #send(): void {
    if (this.#buffer === undefined || this.#filled === 0) return;
    this.#lanes.send(this.#buffer, this.#filled);
    this.#buffer = undefined;
    this.#filled = 0;
  }

  #sendCopy(buffer: ArrayBuffer): void {
    this.#lanes.send(buffer.slice(0, this.#filled), this.#filled);
    this.#filled = 0;
  }
}

/** Time for which a measurement is valid. One measurement takes a millisecond on machines with very many processors. */
const LOOK_MS = 500;
/**
 * Minimum number of idle processors for another thread to start. With fewer, the additional work in the main thread and
 * in PostgreSQL would soon use them up.
 */
const LEAST_IDLE = 0.5;
/** Number of processors that one import uses: the main thread, a codec thread and, part of the time, PostgreSQL. */
const USED_BY_ONE = 2;

interface Processors {
  readonly count: number;
  nowMs(): number;
  /** Returns the total idle time of all processors, in milliseconds since an arbitrary moment. */
  idleMs(): number;
}

const ofThisMachine: Processors = {
  count: availableParallelism(),
  nowMs: () => performance.now(),
  idleMs: () => cpus().reduce((sum, { times }) => sum + times.idle, 0),
};

/**
 * Returns a function that returns whether at least half a processor was idle between the last two measurements. The
 * first measurement is made immediately. The result is always false if the machine has no more processors than one
 * import uses. On two processors, another thread gave no speed-up and took 40 MB of memory and 10 % more processor
 * time.
 */
export function watchIdleProcessors({ count, nowMs, idleMs }: Processors = ofThisMachine): () => boolean {
  if (count <= USED_BY_ONE) return () => false;
  let last = { atMs: nowMs(), idleMs: idleMs() };
  let isSomeIdle = false;
  return () => {
    const atMs = nowMs();
    if (atMs - last.atMs < LOOK_MS) return isSomeIdle;
    const now = { atMs, idleMs: idleMs() };
    isSomeIdle = now.idleMs - last.idleMs >= LEAST_IDLE * (atMs - last.atMs);
    last = now;
    return isSomeIdle;
  };
}
