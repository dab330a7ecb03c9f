// Reads an upload ahead while its reader is slow, so that a client that goes away is noticed. A connection that nobody
// reads from does not say that it was closed: the end lies behind the bytes that the system still holds, and a few
// megabytes of those can inflate to gigabytes.
import { SpillQueue } from './spill-queue.ts';

export interface ReadAheadPlace {
  readonly spoolFolder: string;
  /** Throws when nothing more is to be written there. Nothing is read ahead then. */
  checkRoom(): void;
}

/** Time that the reader may take for a chunk before others are read ahead. */
const SLOW_READER_MS = 500;
/** More than the buffers of a connection hold: 32 MiB of the receiver's and 4 of the sender's with usual limits. */
const LIMIT_BYTES = 64 * 1024 * 1024;

/** Passes the chunks on in their order. What waits lies in an anonymous file, `limitBytes` and a chunk at most. */
export async function* readAhead(
  bytes: AsyncIterable<Uint8Array>,
  place: ReadAheadPlace,
  { slowReaderMs = SLOW_READER_MS, limitBytes = LIMIT_BYTES } = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  const source = new Source(bytes);
  const queue = new SpillQueue({ spoolFolder: place.spoolFolder }, 0);
  let fill: Fill | undefined;
  let isReaderAtWork = false;
  const timer = setTimeout(() => {
    if (isReaderAtWork) fill ??= startFill(queue, source, place, limitBytes);
  }, slowReaderMs);
  try {
    for (;;) {
      const { value, done } = await source.next();
      if (done === true) return;
      isReaderAtWork = true;
      timer.refresh();
      yield value;
      isReaderAtWork = false;
      if (fill === undefined) continue;
      await fill.stop();
      fill = undefined;
      for (let held = await queue.shift(); held !== undefined; held = await queue.shift()) yield held;
    }
  } finally {
    clearTimeout(timer);
    await fill?.stop().catch(() => undefined);
    await source.close();
    await queue.close();
  }
}

interface Fill {
  /** Resolves when no more chunks are moved; a chunk that has not come yet is not waited for. Rejects if that failed. */
  stop(): Promise<void>;
}

/** Moves chunks to the queue until there is enough, or no room, or until the reader wants the next one. */
function startFill(queue: SpillQueue, source: Source, place: ReadAheadPlace, limitBytes: number): Fill {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<undefined>();
  const fill = async () => {
    for (let heldBytes = 0; heldBytes < limitBytes && hasRoom(place); ) {
      const next = await Promise.race([stopped, source.peek()]);
      if (next === undefined || next.done === true) return;
      source.skip();
      await queue.push(Buffer.from(next.value.buffer, next.value.byteOffset, next.value.length));
      heldBytes += next.value.length;
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

function hasRoom(place: ReadAheadPlace): boolean {
  try {
    place.checkRoom();
    return true;
  } catch {
    return false;
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

  async close(): Promise<void> {
    await this.#iterator.return?.();
  }
}
