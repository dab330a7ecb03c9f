// FIFO queue of buffers that spills to an anonymous temporary file, and a reader that uses the queue to read an upload
// ahead of its consumer.
import type { FileHandle } from 'node:fs/promises';
import { openAnonymousFile, writePiecesAt } from './anonymous-file.ts';

export interface SpillLocation {
  readonly spoolFolder: string;
  /** Throws if the disk lacks space for the file to grow. */
  checkRoom?(): void;
}

const LENGTH_BYTES = 4;

/** Holds a limited amount in memory and spills the rest to a temporary file. Calls of its methods must not overlap. */
export class SpillQueue {
  readonly #place: SpillLocation;
  readonly #memoryBytes: number;
  /** Buffers in memory. They are older than all buffers in the file. */
  readonly #inMemory: Buffer[] = [];
  #heldBytes = 0;
  #file: FileHandle | undefined;
  #readTo = 0;
  #writtenTo = 0;
  #size = 0;

  constructor(place: SpillLocation, memoryBytes: number) {
    this.#place = place;
    this.#memoryBytes = memoryBytes;
  }

  /** Number of buffers in the queue. */
  get size(): number {
    return this.#size;
  }

  /** Adds a buffer, which the caller must not modify afterwards. Rejects with errors of `checkRoom`. */
  async push(piece: Buffer): Promise<void> {
    if (this.#readTo === this.#writtenTo && this.#heldBytes + piece.length <= this.#memoryBytes) {
      this.#inMemory.push(piece);
      this.#heldBytes += piece.length;
    } else {
      await this.#spill(piece);
    }
    this.#size += 1;
  }

  /** Removes and returns the oldest buffer. Returns undefined if the queue is empty. */
  async shift(): Promise<Buffer | undefined> {
    if (this.#size === 0) return undefined;
    this.#size -= 1;
    const held = this.#inMemory.shift();
    if (!held) return this.#readNext();
    this.#heldBytes -= held.length;
    return held;
  }

  /** Drops all buffers and closes the file. */
  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }

  async #spill(piece: Buffer): Promise<void> {
    this.#place.checkRoom?.();
    this.#file ??= await openAnonymousFile(this.#place.spoolFolder);
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32LE(piece.length);
    await writePiecesAt(this.#file, [length, piece], this.#writtenTo);
    this.#writtenTo += LENGTH_BYTES + piece.length;
  }

  async #readNext(): Promise<Buffer> {
    const length = await this.#read(LENGTH_BYTES);
    const piece = await this.#read(length.readUInt32LE());
    // All written bytes were read, so write at the start of the file again.
    if (this.#readTo === this.#writtenTo) this.#readTo = this.#writtenTo = 0;
    return piece;
  }

  async #read(lengthBytes: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(lengthBytes);
    for (let filled = 0; filled < lengthBytes; ) {
      const rest = lengthBytes - filled;
      const { bytesRead } = await this.#file!.read(bytes, filled, rest, this.#readTo);
      if (bytesRead === 0) throw new Error('the spool file is truncated');
      filled += bytesRead;
      this.#readTo += bytesRead;
    }
    return bytes;
  }
}

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
 * Reads an upload ahead of a slow reader, so that the service notices when the client disconnects. A socket reports its
 * end only after its buffered bytes were read, and a few buffered megabytes can inflate to gigabytes.
 *
 * Yields the chunks in order. Buffers chunks in an anonymous file while the reader is slow. When the file reaches
 * `limitBytes`, reading ahead pauses until all its chunks have been yielded.
 */
export async function* readAhead(
  bytes: AsyncIterable<Uint8Array>,
  place: ReadAheadLocation,
  { slowReaderMs = SLOW_READER_MS, slowReaderBytes = SLOW_READER_BYTES, limitBytes = LIMIT_BYTES } = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  const source = new PeekableSource(bytes);
  const store = new ReadAheadStore(place, limitBytes);
  let fill: ReadAheadTask | undefined;
  let isReaderAtWork = false;
  let takenBytes = 0;
  const timer = setInterval(() => {
    if (isReaderAtWork && takenBytes < slowReaderBytes) fill ??= startReadAhead(store, source);
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

interface ReadAheadTask {
  /** Stops writing chunks to the file. Does not wait for the next chunk of the source. Rejects if writing failed. */
  stop(): Promise<void>;
}

/** Writes chunks to the file until it is full or until the reader requests a chunk. */
function startReadAhead(store: ReadAheadStore, source: PeekableSource): ReadAheadTask {
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

class ReadAheadStore {
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
class PeekableSource {
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
