// The codec threads of the service and the way to have an upload read by one of them: bytes in, findings out, both
// sides bounded. Inflating and digesting would otherwise hold up every other request.
import { Worker } from 'node:worker_threads';
import type { CompanionUse, PayloadReading } from '@holdfast/warc';
import type { GivenAu } from '../domain/given-identity.ts';
import type { CodecOutput } from '../domain/read-record.ts';
import type { FromCodec, OpenUpload, PackedOutput, ToCodec } from './codec-messages.ts';
import { unpackFindings } from './packed-findings.ts';

/** Size of one input buffer, and how many of them an upload may have under way. */
const INPUT_BUFFER_BYTES = 256 * 1024;
const INPUT_BUFFERS = 16;

export interface CodecThreads {
  /**
   * Reads an upload. Throws NotAWarcUploadError, and CodecError when the thread itself broke. Ending the iteration
   * early drops the upload. The bytes of an output are the receiver's only until it asks for the next one.
   * `companions`: which records are reported beside those that become artifacts; none unless it is given.
   */
  read(
    bytes: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
    options?: ReadOptions,
  ): AsyncGenerator<CodecOutput>;
  /** How many uploads each thread has. */
  uploads(): number[];
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
}

export class NotAWarcUploadError extends Error {
  override name = 'NotAWarcUploadError';
}

export class CodecError extends Error {
  override name = 'CodecError';
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
): CodecThreads {
  const threads = Array.from({ length: count }, () => new CodecThread());
  return {
    read: (bytes, signal, options = {}) => {
      const { companions = 'none', keepDamaged = false, payloads = 'entity', givenBy } = options;
      const idlest = threads.reduce((a, b) => (b.uploads < a.uploads ? b : a));
      const where = { inlineLimitBytes, spoolFolder };
      return idlest.read(bytes, signal, { ...where, companions, keepDamaged, payloads, givenBy });
    },
    uploads: () => threads.map(({ uploads }) => uploads),
    close: async () => {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

// Under Jest this file is TypeScript, and Node runs the thread's source as it is.
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './codec-worker.ts' : './codec-worker.js',
  import.meta.url,
);

// The codec holds little for long: a small heap is collected sooner, and that costs it nothing.
const resourceLimits = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 512 };

class CodecThread {
  #worker: Worker | undefined;
  readonly #inboxes = new Map<number, Inbox>();
  #next = 1;

  get uploads(): number {
    return this.#inboxes.size;
  }

  async *read(
    bytes: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
    options: Omit<OpenUpload, 'message' | 'upload'>,
  ) {
    const upload = this.#next++;
    const inbox = new Inbox();
    this.#inboxes.set(upload, inbox);
    this.#post({ message: 'open', upload, ...options });
    const feeding = this.#feed(upload, bytes, inbox, signal).catch((error) => inbox.fail(error));
    try {
      for (;;) {
        const output = await inbox.next();
        if (!output) break;
        yield output;
        // Read before it is transferred: after that it is empty here.
        const { buffer, byteLength: lengthBytes } = output.bytes as Uint8Array<ArrayBuffer>;
        this.#post({ message: 'taken', upload, buffer, lengthBytes }, [buffer]);
      }
    } finally {
      this.#inboxes.delete(upload);
      this.#post({ message: 'drop', upload });
      inbox.stop();
    }
    await feeding;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  /** Gathers the stream's chunks into whole buffers, so that few messages carry many bytes. */
  async #feed(upload: number, bytes: AsyncIterable<Uint8Array>, inbox: Inbox, signal: AbortSignal) {
    let buffer = await inbox.buffer();
    let filled = 0;
    for await (const chunk of bytes) {
      signal.throwIfAborted();
      for (let at = 0; at < chunk.length; ) {
        if (!buffer) return;
        const taken = chunk.subarray(at, at + INPUT_BUFFER_BYTES - filled);
        new Uint8Array(buffer, filled, taken.length).set(taken);
        at += taken.length;
        filled += taken.length;
        if (filled < INPUT_BUFFER_BYTES && !inbox.idle) continue;
        // A buffer that is not full is worth more here than the copy of what is in it.
        const full = filled === INPUT_BUFFER_BYTES;
        const sent = full ? buffer : buffer.slice(0, filled);
        this.#post({ message: 'data', upload, buffer: sent, length: filled }, [sent]);
        inbox.sent();
        if (full) buffer = await inbox.buffer();
        filled = 0;
      }
    }
    if (buffer && filled > 0) this.#post({ message: 'data', upload, buffer, length: filled }, [buffer]);
    this.#post({ message: 'end', upload });
  }

  #post(message: ToCodec, transfer: ArrayBuffer[] = []): void {
    this.#started().postMessage(message, transfer);
  }

  /** For the first time, or again after it broke. */
  #started(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(workerFile, { resourceLimits });
    worker.on('message', (message: FromCodec) => this.#inboxes.get(message.upload)?.receive(message));
    worker.on('error', (error) =>
      this.#broke(worker, new CodecError('the codec thread failed', { cause: error })),
    );
    worker.on('exit', () => this.#broke(worker, new CodecError('the codec thread ended')));
    // Only now: listening for messages refs the thread again.
    worker.unref();
    this.#worker = worker;
    return worker;
  }

  #broke(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const inbox of this.#inboxes.values()) inbox.fail(error);
  }
}

/** What has come back from the thread for one upload, and who waits for it. */
class Inbox {
  readonly #outputs: PackedOutput[] = [];
  #underWay = 0;
  /** Input buffers to be used again: fresh ones of this size must be cleared, and collected. */
  readonly #spare: ArrayBuffer[] = [];
  #finished = false;
  #error: Error | undefined;
  #wake: (() => void)[] = [];

  receive(message: FromCodec): void {
    if (message.message === 'read') {
      this.#underWay -= 1;
      for (const buffer of message.buffers) {
        if (buffer.byteLength === INPUT_BUFFER_BYTES) this.#spare.push(buffer);
        // Left to the collector, an upload's worth of them would wait for it.
        else buffer.transfer(0);
      }
    }
    if (message.message === 'output') this.#outputs.push(message.value);
    if (message.message === 'done') this.#finished = true;
    if (message.message === 'failed') {
      const { reason, detail } = message;
      this.#error ??= reason === 'notAWarc' ? new NotAWarcUploadError(detail) : new CodecError(detail);
    }
    this.#changed();
  }

  /** True when the thread has nothing to read: better send it little now than much later. */
  get idle(): boolean {
    return this.#underWay === 0;
  }

  fail(error: Error): void {
    this.#error ??= error;
    this.#changed();
  }

  stop(): void {
    this.#finished = true;
    this.#changed();
  }

  async next(): Promise<CodecOutput | undefined> {
    for (;;) {
      const output = this.#outputs.shift();
      if (output) return unpacked(output);
      if (this.#error) throw this.#error;
      if (this.#finished) return undefined;
      await this.#change();
    }
  }

  /** An input buffer to fill and send, or undefined when the upload is over. */
  async buffer(): Promise<ArrayBuffer | undefined> {
    while (!this.#finished && !this.#error) {
      if (this.#underWay < INPUT_BUFFERS) return this.#spare.pop() ?? new ArrayBuffer(INPUT_BUFFER_BYTES);
      await this.#change();
    }
    return undefined;
  }

  sent(): void {
    this.#underWay += 1;
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#wake.push(resolve));
  }

  #changed(): void {
    const wake = this.#wake;
    this.#wake = [];
    for (const resolve of wake) resolve();
  }
}

function unpacked(output: PackedOutput): CodecOutput {
  return output.output === 'chunk' ? output : { ...output, findings: unpackFindings(output.findings) };
}
