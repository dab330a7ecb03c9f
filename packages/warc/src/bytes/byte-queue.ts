// Queue of bytes that may be needed later. Large buffers are stored by reference, and small ones are copied.

const SMALL = 4096;
const TAIL_SIZE = 65_536;
const NOTHING = new Uint8Array(0);

/** Queue of bytes. Refers to large buffers, which must not change meanwhile. Copies small ones into a shared buffer. */
export class ByteQueue {
  size = 0;
  #pieces: Uint8Array[] = [];
  #tail: Uint8Array | undefined;
  #tailLength = 0;

  push(bytes: Uint8Array): void {
    const length = bytes.length;
    if (length === 0) return;
    this.size += length;
    if (length >= SMALL) {
      this.#closeTail();
      this.#pieces.push(bytes);
      return;
    }
    if (this.#tail !== undefined && this.#tailLength + length > this.#tail.length) this.#closeTail();
    this.#tail ??= Buffer.allocUnsafeSlow(TAIL_SIZE);
    this.#tail.set(bytes, this.#tailLength);
    this.#tailLength += length;
  }

  /** Returns the buffers in order, without copying or removing them. */
  pieces(): Uint8Array[] {
    this.#closeTail();
    return this.#pieces;
  }

  /** Returns all bytes, followed by `last`, in a new buffer. Empties the queue. */
  take(last: Uint8Array = NOTHING): Uint8Array {
    const all = Buffer.allocUnsafeSlow(this.size + last.length);
    let at = 0;
    for (const piece of this.#pieces) {
      all.set(piece, at);
      at += piece.length;
    }
    if (this.#tailLength > 0) {
      all.set(this.#tail!.subarray(0, this.#tailLength), at);
      at += this.#tailLength;
    }
    all.set(last, at);
    this.clear();
    return all;
  }

  clear(): void {
    this.size = 0;
    if (this.#pieces.length > 0) this.#pieces = [];
    this.#tailLength = 0;
  }

  #closeTail(): void {
    if (this.#tailLength === 0) return;
    // Splits the shared buffer, and uses its rest for later small buffers. Otherwise, each small buffer between large
    // ones would need its own shared buffer.
    this.#pieces.push(this.#tail!.subarray(0, this.#tailLength));
    const left = this.#tail!.subarray(this.#tailLength);
    this.#tail = left.length >= SMALL ? left : undefined;
    this.#tailLength = 0;
  }
}

const SHARED_BYTES = 64 * 1024;
const SHARED_MAX_MEMBER = 8 * 1024;

/** Copies small byte ranges into shared buffers, to avoid allocations. `restart` begins a new shared buffer. */
export class SharedBufferCopier {
  #shared: Buffer | undefined;
  #used = 0;

  restart(): void {
    this.#shared = undefined;
  }

  /** Returns a copy of bytes[start, end). */
  copy(bytes: Buffer, start: number, end: number): Uint8Array {
    const length = end - start;
    if (length > SHARED_MAX_MEMBER) return copyRange(bytes, start, end);
    if (this.#shared === undefined || this.#used + length > this.#shared.length) {
      // Allocates no more than the rest of `bytes` needs.
      this.#shared = Buffer.allocUnsafeSlow(Math.min(SHARED_BYTES, bytes.length - start));
      this.#used = 0;
    }
    const at = this.#used;
    this.#used = at + length;
    bytes.copy(this.#shared, at, start, end);
    return this.#shared.subarray(at, this.#used);
  }
}

/** Returns `bytes`, or a copy if it is a small part of its ArrayBuffer: zlib may allocate much more than it fills. */
export function copyIfOversized(bytes: Buffer): Buffer {
  return bytes.length * 2 > bytes.buffer.byteLength ? bytes : copyRange(bytes, 0, bytes.length);
}

function copyRange(bytes: Buffer, start: number, end: number): Buffer {
  const copy = Buffer.allocUnsafeSlow(end - start);
  bytes.copy(copy, 0, start, end);
  return copy;
}
