// Starts a codec thread and restarts it after a crash. Manages a message queue (UploadChannel) for each upload that the
// thread reads.
import { Worker } from 'node:worker_threads';
import type {
  CodecMessage,
  CodecRequest,
  InputBufferPiece,
  OpenUpload,
  PackedCodecOutput,
} from './codec-messages.ts';

// Jest runs this file as TypeScript, so the thread must be started from TypeScript as well.
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './codec-worker.ts' : './codec-worker.js',
  import.meta.url,
);

// Limit the heap. The codec retains little data, so more frequent garbage collections are cheap.
const resourceLimits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 512 };

/** Receives the messages and errors of a thread about one upload. */
export interface UploadChannelListener {
  receive(lane: UploadChannel, message: CodecMessage): void;
  fail(error: Error): void;
}

export class CodecThread {
  /**
   * Number of uploads that this thread reads from the start. Uploads of which it reads only later ranges do not count.
   */
  uploads = 0;
  #worker: Worker | undefined;
  readonly #lanes = new Map<number, { lane: UploadChannel; listener: UploadChannelListener }>();
  #next = 1;

  get isBusy(): boolean {
    return this.#lanes.size > 0;
  }

  open(options: Omit<OpenUpload, 'message' | 'upload'>, listener: UploadChannelListener): UploadChannel {
    const upload = this.#next++;
    const lane = new UploadChannel(this, {
      post: (message, transfer) => this.#post({ ...message, upload } as CodecRequest, transfer),
      drop: () => {
        this.#lanes.delete(upload);
        // Do not restart a crashed thread to send this message, because the crash has already lost the upload.
        this.#worker?.postMessage({ message: 'drop', upload } satisfies CodecRequest);
      },
    });
    this.#post({ message: 'open', upload, ...options });
    this.#lanes.set(upload, { lane, listener });
    return lane;
  }

  /** Returns the worker. Starts it before its first use and after a crash. */
  #ensureWorker(): Worker {
    if (this.#worker) return this.#worker;
    const worker = startWorker();
    worker.on('message', (message: CodecMessage) => {
      const open = this.#lanes.get(message.upload);
      open?.listener.receive(open.lane, message);
    });
    worker.on('error', (error) =>
      this.#handleCrash(worker, new CodecError('the codec thread failed', { cause: error })),
    );
    worker.on('exit', () => this.#handleCrash(worker, new CodecError('the codec thread ended')));
    // Call `unref` after adding the listeners, because a new message listener refs the worker again.
    worker.unref();
    this.#worker = worker;
    return worker;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #post(message: CodecRequest, transfer: ArrayBuffer[] = []): void {
    this.#ensureWorker().postMessage(message, transfer);
  }

  #handleCrash(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const { listener } of this.#lanes.values()) listener.fail(error);
  }
}

/** Starts the worker. Throws CodecError if the system has no thread or file descriptor left. */
function startWorker(): Worker {
  try {
    return new Worker(workerFile, { resourceLimits });
  } catch (error) {
    throw new CodecError('the codec thread could not be started', { cause: error });
  }
}

/** Queued event of a thread about one upload. */
export type UploadChannelEvent =
  | { readonly event: 'output'; readonly output: PackedCodecOutput }
  | { readonly event: 'cut'; readonly isSettled: boolean }
  | { readonly event: 'gaveBack'; readonly pieces: readonly InputBufferPiece[] }
  | { readonly event: 'done' };

type WithoutUpload<M> = M extends { upload: number } ? Omit<M, 'upload'> : never;
type LaneMessage = WithoutUpload<Exclude<CodecRequest, { message: 'open' | 'drop' }>>;

/** Connection between one upload and a thread that reads ranges of it. Queues the resulting events. */
export class UploadChannel {
  readonly thread: CodecThread;
  /** Number of ranges that the thread has received but not finished. */
  portions = 0;
  events: UploadChannelEvent[] = [];
  readonly #line: { post(message: LaneMessage, transfer?: ArrayBuffer[]): void; drop(): void };
  #isDropped = false;

  constructor(
    thread: CodecThread,
    line: { post(message: LaneMessage, transfer?: ArrayBuffer[]): void; drop(): void },
  ) {
    this.thread = thread;
    this.#line = line;
  }

  post(message: LaneMessage, transfer: ArrayBuffer[] = []): void {
    if (!this.#isDropped) this.#line.post(message, transfer);
  }

  drop(): void {
    this.#isDropped = true;
    this.#line.drop();
  }
}

export class NotAWarcUploadError extends Error {
  override name = 'NotAWarcUploadError';
}

export class CodecError extends Error {
  override name = 'CodecError';

  /** Returns the cause for clients as one line without server paths, for example `EMFILE: too many open files`. */
  get reason(): string {
    const { message } = this.cause instanceof Error ? this.cause : this;
    const line = message.split('\n', 1)[0]!;
    return (SYSTEM_ERROR.exec(line)?.[1] ?? line.replace(PATH, '…')).slice(0, MAX_CHARACTERS);
  }
}

/** Matches Node's messages for system errors: `CODE: text, call 'path'`. */
const SYSTEM_ERROR = /^(E[A-Z0-9]+: [^,]+), \w+/;
const PATH = /(?:file:\/\/)?(?<![\w.])\/[^\s'",;:)]+/g;
const MAX_CHARACTERS = 200;
