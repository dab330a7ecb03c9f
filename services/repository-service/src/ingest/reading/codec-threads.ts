// Reads uploads in codec threads, so that inflating and digesting do not block the main thread. Buffers a limited
// amount of input and output. One thread reads an upload; other threads help while processors are idle.

import { availableParallelism, cpus } from 'node:os';
import { type CompanionUse, MemberFinder, type PayloadReading } from '@holdfast/warc';
import type { NamedIdentity } from '../../domain/record/named-identities.ts';
import type { CodecOutput } from '../../domain/record/read-record.ts';
import type { DestinationAu } from '../../domain/record/requested-identity.ts';
import type { OpenUpload, PackedCodecOutput } from './codec-messages.ts';
import { CodecThread } from './codec-thread.ts';
import { unpackRecords } from './record-views.ts';
import { INPUT_BUFFER_BYTES, UploadChannels } from './upload-channels.ts';
import { createUploadCounters, type InflationBound } from './upload-gauge.ts';

export interface CodecThreads {
  /**
   * Parses an upload. Throws NotAWarcUploadError, or CodecError if a thread crashes. To discard the upload, end the
   * iteration early. If the signal aborts, the threads stop and the iteration rejects with the signal's reason. The
   * bytes of an output are valid until the next one is requested.
   */
  read(
    bytes: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
    options?: ReadOptions,
  ): AsyncGenerator<CodecOutput>;
  /** Number of uploads that each thread reads from the start. */
  uploads(): number[];
  /** Number of threads that are reading an upload. */
  busy(): number;
  close(): Promise<void>;
}

export interface ReadOptions {
  /** Companion records (request, metadata) to report. Default: `none`. */
  readonly companions?: CompanionUse;
  /**
   * Whether to quarantine records whose digest, HTTP header block or date is wrong or missing, instead of rejecting
   * them. Default: false.
   */
  readonly keepDamaged?: boolean;
  /** How to extract payloads. Default: `entity`. */
  readonly payloads?: PayloadReading;
  /**
   * Destination AU of an upload whose artifacts keep their identity from another repository. Undefined for other
   * uploads.
   */
  readonly givenBy?: DestinationAu | undefined;
  /** Identities of artifacts from another node, if the records do not contain them. */
  readonly identities?: readonly NamedIdentity[] | undefined;
  /** Called with a warning for each inconsistency in the whole upload. */
  readonly warn?: ((warning: string) => void) | undefined;
  /** Limit of the total inflated size. Default: none. */
  readonly inflation?: InflationBound | undefined;
}

/**
 * Minimum size of a range that one thread reads. A range of this size fills about two batches of parsed records.
 * Smaller ranges, and ranges of more batches, would cost more.
 */
const PORTION_BYTES = 1920 * 1024;

/** Conditions under which a second thread helps to read an upload. */
interface SharingPolicy {
  /** Minimum number of bytes that one thread reads before another one takes over. */
  readonly portionBytes: number;
  /** Returns whether enough processors are idle for another thread. */
  hasIdleProcessors(): boolean;
}

/**
 * Creates a pool of threads. Each thread starts on first use. The start takes 0.1 s, and a thread uses 20 MB of memory.
 * `spoolFolder`: folder for bytes that must be read again because of a wrong declared length, if they do not fit in
 * memory.
 */
export function startCodecThreads(
  count: number,
  inlineLimitBytes: number,
  spoolFolder?: string,
  sharing: SharingPolicy = { portionBytes: PORTION_BYTES, hasIdleProcessors: watchIdleProcessors() },
): CodecThreads {
  const threads = Array.from({ length: count }, () => new CodecThread());
  return {
    read: (bytes, signal, options = {}) => {
      const { companions = 'none', keepDamaged = false, payloads = 'entity' } = options;
      const { givenBy, identities, inflation } = options;
      const where = { inlineLimitBytes, spoolFolder, gauge: createUploadCounters() };
      const chosen = { ...where, companions, keepDamaged, payloads, givenBy, identities, inflation };
      return readUploadOutputs({ threads, sharing, warn: options.warn }, bytes, signal, chosen);
    },
    uploads: () => threads.map(({ uploads }) => uploads),
    busy: () => threads.filter(({ isBusy }) => isBusy).length,
    close: async () => {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

async function* readUploadOutputs(
  {
    threads,
    sharing,
    warn,
  }: { threads: readonly CodecThread[]; sharing: SharingPolicy; warn: ReadOptions['warn'] },
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  options: Omit<OpenUpload, 'message' | 'upload'>,
): AsyncGenerator<CodecOutput> {
  const idlest = threads.reduce((a, b) => (b.uploads < a.uploads ? b : a));
  const lanes = new UploadChannels(threads, idlest, options, warn);
  const abort = () => lanes.abort(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  const feeding = feedUpload({ lanes, ...sharing }, bytes, signal).catch((error) => lanes.fail(error));
  try {
    for (let next = await lanes.next(); next; next = await lanes.next()) {
      const { output, lane } = next;
      yield unpackOutput(output);
      // Read the length before the transfer, which detaches the buffer.
      const { buffer, byteLength: lengthBytes } = output.bytes as Uint8Array<ArrayBuffer>;
      lane.post({ message: 'taken', buffer, lengthBytes }, [buffer]);
    }
  } finally {
    signal.removeEventListener('abort', abort);
    lanes.close();
  }
  await feeding;
}

function unpackOutput(output: PackedCodecOutput): CodecOutput {
  if (output.output === 'chunk') return output;
  const { findings, bytes } = output;
  return { output: 'findings', findings: unpackRecords(findings), characters: findings.characters, bytes };
}

interface FeedDeps {
  readonly lanes: UploadChannels;
  readonly portionBytes: number;
  hasIdleProcessors(): boolean;
}

/**
 * Sends the upload to the threads. Returns early if reading has ended, for example after an error. `portionBytes`:
 * minimum size of all ranges except the last.
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
 * Collects the chunks of the stream into full buffers, because fewer, larger messages cost less. Ends a range when
 * another thread takes over.
 */
class UploadFeed {
  /** Number of bytes in the current range so far. */
  portionBytes = 0;
  readonly #lanes: UploadChannels;
  #offset = 0;
  #buffer: ArrayBuffer | undefined;
  #filled = 0;

  constructor(lanes: UploadChannels) {
    this.#lanes = lanes;
  }

  /** Adds a chunk. Returns false if reading the upload has ended. */
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
      // Send a copy of the partly filled buffer, so that the buffer can be filled again.
      else if (this.#lanes.idle) this.#sendCopy(this.#buffer);
    }
    return true;
  }

  /** Ends the current range after these bytes, if another thread is still idle. */
  async cut(last: Uint8Array): Promise<boolean> {
    if (!(await this.add(last))) return false;
    // Check again: another upload may have taken the idle thread during the await.
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

/** Time for which a measurement is reused. With very many processors, measuring takes a millisecond. */
const LOOK_MS = 500;
/**
 * Minimum number of idle processors before another thread helps. With fewer, the extra work of the main thread and
 * PostgreSQL would use up the idle time.
 */
const LEAST_IDLE = 0.5;
/** Number of processors that one import uses: one for the main thread, one for a codec thread and PostgreSQL. */
const USED_BY_ONE = 2;

interface Processors {
  readonly count: number;
  nowMs(): number;
  /** Returns the accumulated idle time of all processors, in milliseconds. Only differences are meaningful. */
  idleMs(): number;
}

const ofThisMachine: Processors = {
  count: availableParallelism(),
  nowMs: () => performance.now(),
  idleMs: () => cpus().reduce((sum, { times }) => sum + times.idle, 0),
};

/**
 * Creates a function that returns true if at least half a processor was idle between the last two measurements. With
 * one or two processors, the function always returns false: a second thread gave no speed-up there, but used 40 MB more
 * memory and 10 % more CPU time.
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
