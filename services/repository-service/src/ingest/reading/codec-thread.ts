// Starts a codec thread and restarts it after a crash. Manages a lane for each upload of which the thread reads a part.
// Does not interpret the messages in the lanes.
import { Worker } from 'node:worker_threads';
import type {
  CodecMessage,
  CodecRequest,
  InputBufferPiece,
  OpenUpload,
  PackedCodecOutput,
} from './codec-messages.ts';

// Under Jest, this file runs from its TypeScript source. The thread is then also started from TypeScript.
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './codec-worker.ts' : './codec-worker.js',
  import.meta.url,
);

// The heap is small and is therefore collected more often. This costs nothing, because the codec keeps only little data
// in memory for long.
const resourceLimits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 512 };

/** Receives the events in the lanes of an upload. */
export interface LaneListener {
  receive(lane: UploadLane, message: CodecMessage): void;
  fail(error: Error): void;
}

export class CodecThread {
  /** Number of uploads that the thread reads from their start. Of all other uploads, the thread reads only portions. */
  uploads = 0;
  #worker: Worker | undefined;
  readonly #lanes = new Map<number, { lane: UploadLane; listener: LaneListener }>();
  #next = 1;

  get isBusy(): boolean {
    return this.#lanes.size > 0;
  }

  open(options: Omit<OpenUpload, 'message' | 'upload'>, listener: LaneListener): UploadLane {
    const upload = this.#next++;
    const lane = new UploadLane(this, {
      post: (message, transfer) => this.#post({ ...message, upload } as CodecRequest, transfer),
      drop: () => {
        this.#lanes.delete(upload);
        // A crashed thread has lost its state for the upload, so it need not be restarted to receive this message.
        this.#worker?.postMessage({ message: 'drop', upload } satisfies CodecRequest);
      },
    });
    this.#post({ message: 'open', upload, ...options });
    this.#lanes.set(upload, { lane, listener });
    return lane;
  }

  /** Starts the thread if it is not running because it is new or has crashed. */
  #started(): Worker {
    if (this.#worker) return this.#worker;
    const worker = startWorker();
    worker.on('message', (message: CodecMessage) => {
      const open = this.#lanes.get(message.upload);
      open?.listener.receive(open.lane, message);
    });
    worker.on('error', (error) =>
      this.#broke(worker, new CodecError('the codec thread failed', { cause: error })),
    );
    worker.on('exit', () => this.#broke(worker, new CodecError('the codec thread ended')));
    // This must follow the listeners, because adding a message listener refs the thread again.
    worker.unref();
    this.#worker = worker;
    return worker;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #post(message: CodecRequest, transfer: ArrayBuffer[] = []): void {
    this.#started().postMessage(message, transfer);
  }

  #broke(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const { listener } of this.#lanes.values()) listener.fail(error);
  }
}

/**
 * Starts the thread. Throws CodecError if the system cannot start another thread, or if its program cannot be loaded
 * because too many files are open.
 */
function startWorker(): Worker {
  try {
    return new Worker(workerFile, { resourceLimits });
  } catch (error) {
    throw new CodecError('the codec thread could not be started', { cause: error });
  }
}

/** An event in a lane that is waiting to be processed. */
export type LaneEvent =
  | { readonly event: 'output'; readonly output: PackedCodecOutput }
  | { readonly event: 'cut'; readonly isSettled: boolean }
  | { readonly event: 'gaveBack'; readonly pieces: readonly InputBufferPiece[] }
  | { readonly event: 'done' };

type WithoutUpload<M> = M extends { upload: number } ? Omit<M, 'upload'> : never;
type LaneMessage = WithoutUpload<Exclude<CodecRequest, { message: 'open' | 'drop' }>>;

/** The portions of one upload that one thread reads, and the resulting events. */
export class UploadLane {
  readonly thread: CodecThread;
  /** Number of portions that the thread received and has not finished. */
  portions = 0;
  events: LaneEvent[] = [];
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

  /** Returns the cause in one line for clients, such as `EMFILE: too many open files`, without paths of the server. */
  get reason(): string {
    const { message } = this.cause instanceof Error ? this.cause : this;
    const line = message.split('\n', 1)[0]!;
    return (SYSTEM_ERROR.exec(line)?.[1] ?? line.replace(PATH, '…')).slice(0, MOST_CHARACTERS);
  }
}

/** Format of Node's message for a system error: `CODE: text, call 'path'`. */
const SYSTEM_ERROR = /^(E[A-Z0-9]+: [^,]+), \w+/;
const PATH = /(?:file:\/\/)?(?<![\w.])\/[^\s'",;:)]+/g;
const MOST_CHARACTERS = 200;
