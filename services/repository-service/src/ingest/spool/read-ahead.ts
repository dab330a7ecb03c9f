// Reads an upload ahead of a slow reader, so that the service notices when the client disconnects. A socket reports its
// end only after its buffered bytes were read, and a few buffered megabytes can inflate to gigabytes.
import { SpillQueue } from './spill-queue.ts';

export interface ReadAheadLocation {
  readonly spoolFolder: string;
  /** Throws if the disk lacks space. Reading ahead then stops. */
  checkRoom(): void;
}

/** Interval for measuring the reader. If it consumes less than `SLOW_READER_BYTES`, reading ahead starts. */
const SLOW_READER_MS = 500;
/**
 * Slow readers consume fewer bytes than this per interval. Such a reader takes at least four seconds to empty the
 * socket buffers. A codec thread is usually ten times as fast.
 */
const SLOW_READER_BYTES = 4 * 1024 * 1024;
/**
 * Maximum size of the file. Exceeds the size of the socket buffers, which are usually at most 32 MiB at the receiver
 * and 4 MiB at the sender.
 */
const LIMIT_BYTES = 64 * 1024 * 1024;

/**
 * Yields the chunks in order. Buffers chunks in an anonymous file while the reader is slow. When the file reaches
 * `limitBytes`, reading ahead pauses until all its chunks have been yielded.
 */
export async function* readAhead(
  bytes: AsyncIterable<Uint8Array>,
  place: ReadAheadLocation,
  { slowReaderMs = SLOW_READER_MS, slowReaderBytes = SLOW_READER_BYTES, limitBytes = LIMIT_BYTES } = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  const source = new Source(bytes);
  const store = new AheadStore(place, limitBytes);
  let fill: Fill | undefined;
  let isReaderAtWork = false;
  let takenBytes = 0;
  const timer = setInterval(() => {
    if (isReaderAtWork && takenBytes < slowReaderBytes) fill ??= startFill(store, source);
    takenBytes = 0;
  }, slowReaderMs);
  try {
    for (;;) {
      const next = (await store.shift()) ?? (await source.next());
      if (next.done === true) return;
      isReaderAtWork = true;
      takenBytes += next.value.length;
      yield next.value;
      isReaderAtWork = false;
      await fill?.stop();
      fill = undefined;
    }
  } finally {
    clearInterval(timer);
    await fill?.stop().catch(() => undefined);
    await source.close();
    await store.close();
  }
}

interface Fill {
  /** Stops writing chunks to the file. Does not wait for the next chunk of the source. Rejects if writing failed. */
  stop(): Promise<void>;
}

/** Writes chunks to the file until it is full or until the reader requests a chunk. */
function startFill(store: AheadStore, source: Source): Fill {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<undefined>();
  const fill = async () => {
    while (store.hasRoom) {
      const next = await Promise.race([stopped, source.peek()]);
      if (next === undefined || next.done === true) return;
      source.skip();
      await store.push(next.value);
    }
  };
  const filling = fill();
  filling.catch(() => undefined);
  return {
    stop: () => {
      stop(undefined);
      return filling;
    },
  };
}

class AheadStore {
  readonly #place: ReadAheadLocation;
  readonly #limitBytes: number;
  readonly #queue: SpillQueue;
  /** Number of bytes written since the file was last emptied. */
  #writtenBytes = 0;

  constructor(place: ReadAheadLocation, limitBytes: number) {
    this.#place = place;
    this.#limitBytes = limitBytes;
    this.#queue = new SpillQueue({ spoolFolder: place.spoolFolder }, 0);
  }

  get hasRoom(): boolean {
    if (this.#writtenBytes >= this.#limitBytes) return false;
    try {
      this.#place.checkRoom();
      return true;
    } catch {
      return false;
    }
  }

  async push({ buffer, byteOffset, length }: Uint8Array): Promise<void> {
    await this.#queue.push(Buffer.from(buffer, byteOffset, length));
    this.#writtenBytes += length;
  }

  /** Returns the oldest chunk in the file, or undefined if the file is empty. */
  async shift(): Promise<IteratorYieldResult<Uint8Array> | undefined> {
    const value = await this.#queue.shift();
    if (this.#queue.size === 0) this.#writtenBytes = 0;
    return value && { done: false, value };
  }

  close(): Promise<void> {
    return this.#queue.close();
  }
}

/** Iterator with a `peek` method, which awaits the next result without consuming it. */
class Source {
  readonly #iterator: AsyncIterator<Uint8Array>;
  #next: Promise<IteratorResult<Uint8Array, unknown>> | undefined;

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.#iterator = bytes[Symbol.asyncIterator]();
  }

  /**
   * Returns the next result without consuming it. If the source fails, returns the end of the iteration; `next` then
   * throws the error.
   */
  async peek(): Promise<IteratorResult<Uint8Array, unknown>> {
    this.#next ??= this.#iterator.next();
    return this.#next.catch(() => ({ done: true, value: undefined }));
  }

  /** Consumes the result that `peek` returned. */
  skip(): void {
    this.#next = undefined;
  }

  async next(): Promise<IteratorResult<Uint8Array, unknown>> {
    const next = this.#next ?? this.#iterator.next();
    this.#next = undefined;
    return next;
  }

  /** Closes the source. Does not wait for a pending chunk, because the client may never send it. */
  async close(): Promise<void> {
    const closing = this.#iterator.return?.();
    if (this.#next === undefined) await closing;
    else closing?.catch(() => undefined);
  }
}
