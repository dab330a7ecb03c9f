// Reads an upload ahead while its reader is slow, so that a client that goes away is noticed. A connection that nobody
// reads from does not say that it was closed: the end lies behind the bytes that the system still holds, and a few
// megabytes of those can inflate to gigabytes.
import { SpillQueue } from './spill-queue.ts';

export interface ReadAheadPlace {
  readonly spoolFolder: string;
  /** Throws when nothing more is to be written there. Nothing is read ahead then. */
  checkRoom(): void;
}

/** A reader is slow that takes less than `SLOW_READER_BYTES` in this time: then the rest is read ahead. */
const SLOW_READER_MS = 500;
/** At this rate, the buffers of a connection last four seconds. A codec thread reads ten times as much of a usual archive. */
const SLOW_READER_BYTES = 4 * 1024 * 1024;
/** More than the buffers of a connection hold: 32 MiB of the receiver's and 4 of the sender's with usual limits. */
const LIMIT_BYTES = 64 * 1024 * 1024;

/**
 * Passes the chunks on in their order. What waits lies in an anonymous file. Once `limitBytes` were written to it, nothing
 * more is read ahead before all of them have been passed on.
 */
export async function* readAhead(
  bytes: AsyncIterable<Uint8Array>,
  place: ReadAheadPlace,
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
  /** Resolves when no more chunks are moved; a chunk that has not come yet is not waited for. Rejects if that failed. */
  stop(): Promise<void>;
}

/** Moves chunks to the store until there is no room, or until the reader wants the next one. */
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
  readonly #place: ReadAheadPlace;
  readonly #limitBytes: number;
  readonly #queue: SpillQueue;
  /** Since the file was empty. */
  #writtenBytes = 0;

  constructor(place: ReadAheadPlace, limitBytes: number) {
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

  /** Undefined when it holds nothing. */
  async shift(): Promise<IteratorYieldResult<Uint8Array> | undefined> {
    const value = await this.#queue.shift();
    if (this.#queue.size === 0) this.#writtenBytes = 0;
    return value && { done: false, value };
  }

  close(): Promise<void> {
    return this.#queue.close();
  }
}

/** An iterator whose next result can be waited for without being taken. */
class Source {
  readonly #iterator: AsyncIterator<Uint8Array>;
  #next: Promise<IteratorResult<Uint8Array, unknown>> | undefined;

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.#iterator = bytes[Symbol.asyncIterator]();
  }

  /** The same result until it is taken. A failure is not rejected but reported as the end: `next` throws it. */
  async peek(): Promise<IteratorResult<Uint8Array, unknown>> {
    this.#next ??= this.#iterator.next();
    return this.#next.catch(() => ({ done: true, value: undefined }));
  }

  /** Takes the result that `peek` gave. */
  skip(): void {
    this.#next = undefined;
  }

  async next(): Promise<IteratorResult<Uint8Array, unknown>> {
    const next = this.#next ?? this.#iterator.next();
    this.#next = undefined;
    return next;
  }

  /** Does not wait for a chunk that has not come: the client may never send it. */
  async close(): Promise<void> {
    const closing = this.#iterator.return?.();
    if (this.#next === undefined) await closing;
    else closing?.catch(() => undefined);
  }
}
