// The codec threads of the service and the way to have an upload read by them: bytes in, findings out, both sides bounded.
// Inflating and digesting would otherwise hold up every other request. An upload is read by one thread, and by others, too,
// while those have nothing else to read and processors are idle.

import { availableParallelism, cpus } from 'node:os';
import { type CompanionUse, MemberFinder, type PayloadReading } from '@holdfast/warc';
import type { GivenAu } from '../../domain/record/given-identity.ts';
import type { CodecOutput } from '../../domain/record/read-record.ts';
import type { OpenUpload, PackedOutput } from './codec-messages.ts';
import { CodecThread } from './codec-thread.ts';
import { unpackFindings } from './finding-views.ts';
import { type InflationBound, newGauge } from './upload-gauge.ts';
import { INPUT_BUFFER_BYTES, UploadLanes } from './upload-lanes.ts';

export interface CodecThreads {
  /**
   * Reads an upload. Throws NotAWarcUploadError, and CodecError when a thread itself broke. Ending the iteration
   * early drops the upload. When the signal aborts, the threads stop at once and the iteration rejects with its reason,
   * whatever has been read and not been taken yet. The bytes of an output are the receiver's only until it asks for the next one.
   * `companions`: which records are reported beside those that become artifacts; none unless it is given.
   */
  read(
    bytes: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
    options?: ReadOptions,
  ): AsyncGenerator<CodecOutput>;
  /** How many uploads each thread reads from their beginning. */
  uploads(): number[];
  /** How many threads read something. */
  busy(): number;
  close(): Promise<void>;
}

export interface ReadOptions {
  /** Which companions are reported. Default `none`. */
  readonly companions?: CompanionUse;
  /** Records whose digest, HTTP head or date is wrong or missing are to be kept, as quarantined. Default false. */
  readonly keepDamaged?: boolean;
  /** What payloads are. Default `entity`. */
  readonly payloads?: PayloadReading;
  /** Records are artifacts of another repository, which keep the identity that they have there. */
  readonly givenBy?: GivenAu | undefined;
  /** Is told, in a sentence each, what about the archive as a whole is not as it says. */
  readonly warn?: ((warning: string) => void) | undefined;
  /** What the upload may inflate to. Default: no bound. */
  readonly inflation?: InflationBound | undefined;
}

/** With what lies before the next cut, about two batches of findings: more of them, or less in each, would cost more. */
const PORTION_BYTES = 1920 * 1024;

/** When an upload is read by more than one thread. */
interface Sharing {
  /** What one thread reads of an upload, at least, before another one goes on. */
  readonly portionBytes: number;
  /** Whether there are processors for another thread. */
  hasIdleProcessors(): boolean;
}

/**
 * Each thread is started by the first upload that it is given, which waits a tenth of a second for it: those that wait for
 * uploads would take 20 MB each of a service that only reads.
 * `spoolFolder`: for bytes that must be read again because a length is wrong, when they are too many for memory.
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
      const { companions = 'none', keepDamaged = false, payloads = 'entity', givenBy, inflation } = options;
      const where = { inlineLimitBytes, spoolFolder, gauge: newGauge() };
      const chosen = { ...where, companions, keepDamaged, payloads, givenBy, inflation };
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
      // Read before it is transferred: after that it is empty here.
      const { buffer, byteLength: lengthBytes } = output.bytes as Uint8Array<ArrayBuffer>;
      lane.post({ message: 'taken', buffer, lengthBytes }, [buffer]);
    }
  } finally {
    signal.removeEventListener('abort', abort);
    lanes.close();
  }
  await feeding;
}

function unpacked(output: PackedOutput): CodecOutput {
  if (output.output === 'chunk') return output;
  const { findings, bytes } = output;
  return { output: 'findings', findings: unpackFindings(findings), characters: findings.characters, bytes };
}

interface FeedDeps {
  readonly lanes: UploadLanes;
  readonly portionBytes: number;
  hasIdleProcessors(): boolean;
}

/** Ends early when the upload is over. `portionBytes`: what a portion has at least that does not go on to the end. */
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
 * Gathers the stream's chunks into whole buffers, so that few messages carry many bytes, and looks for places where another thread
 * may go on.
 */
class UploadFeed {
  /** Of the portion that is being filled. */
  portionBytes = 0;
  readonly #lanes: UploadLanes;
  #offset = 0;
  #buffer: ArrayBuffer | undefined;
  #filled = 0;

  constructor(lanes: UploadLanes) {
    this.#lanes = lanes;
  }

  /** False when the upload is over. */
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
      // A buffer that is not full is worth more here than the copy of what is in it.
      else if (this.#lanes.idle) this.#sendCopy(this.#buffer);
    }
    return true;
  }

  /** Ends the portion behind these bytes, where it may still be cut. */
  async cut(last: Uint8Array): Promise<boolean> {
    if (!(await this.add(last))) return false;
    // Others may have taken the thread meanwhile.
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

/** How long one look counts; on machines with very many processors it takes a millisecond. */
const LOOK_MS = 500;
/** Work for another thread: less is soon taken by what that work brings about elsewhere. */
const LEAST_IDLE = 0.5;
/** An import keeps as many busy by itself: the service's thread, a codec thread, and PostgreSQL for a part of its time. */
const USED_BY_ONE = 2;

interface Processors {
  readonly count: number;
  nowMs(): number;
  /** How long all processors together have had nothing to do, since any moment. */
  idleMs(): number;
}

const ofThisMachine: Processors = {
  count: availableParallelism(),
  nowMs: () => performance.now(),
  idleMs: () => cpus().reduce((sum, { times }) => sum + times.idle, 0),
};

/**
 * Answers whether half a processor and more was idle between the last two looks, of which the first is now. Never where there
 * are no more than one import uses: on two processors another thread brought no speed, and took 40 MB and a tenth more of
 * processor time.
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
