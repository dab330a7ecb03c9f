// Buffer with the gzip members and chunks of one batch. The buffer is transferred to the receiving thread with the
// batch, and returned later for reuse.
import { crc32 } from 'node:zlib';
import type { MemberView } from '@holdfast/warc';

const BATCH_BYTES = 1024 * 1024;

type WholeMember = Uint8Array | MemberView;

export class BatchBytes {
  /** Returned buffers, for reuse. */
  readonly #spare: ArrayBuffer[] = [];
  #bytes: Uint8Array<ArrayBuffer> | undefined;
  #filled = 0;

  get isEmpty(): boolean {
    return this.#filled === 0;
  }

  get isFull(): boolean {
    return this.#filled === BATCH_BYTES;
  }

  /** Returns whether the gzip member fits into the batch. Only an empty batch accepts a member that does not fit. */
  hasRoomFor(member: WholeMember): boolean {
    return this.#filled + lengthOf(member) <= BATCH_BYTES;
  }

  /** Appends the gzip member and returns its position in the buffer. */
  addMember(member: WholeMember): { start: number; length: number; crc32: number } {
    this.#bytes ??= this.#allocateMemory(lengthOf(member));
    const start = this.#filled;
    let sum = 0;
    for (const piece of piecesOf(member)) {
      this.#bytes.set(piece, this.#filled);
      this.#filled += piece.length;
      sum = crc32(piece, sum);
    }
    return { start, length: this.#filled - start, crc32: sum };
  }

  /** Appends as many bytes of the chunk as fit, from offset `at`. Returns the number of bytes appended. */
  addSome(chunk: Uint8Array, at: number): number {
    this.#bytes ??= this.#allocateMemory(BATCH_BYTES);
    const some = chunk.subarray(at, at + BATCH_BYTES - this.#filled);
    this.#bytes.set(some, this.#filled);
    this.#filled += some.length;
    return some.length;
  }

  /** Returns the bytes of the current batch and starts a new batch. */
  take(): Uint8Array {
    const bytes = this.#bytes?.subarray(0, this.#filled) ?? new Uint8Array(0);
    this.#bytes = undefined;
    this.#filled = 0;
    return bytes;
  }

  giveBack(buffer: ArrayBuffer): void {
    if (buffer.byteLength === BATCH_BYTES) this.#spare.push(buffer);
    // Free the buffer of a large record now. Otherwise many of them would accumulate until the next garbage collection.
    else buffer.transfer(0);
  }

  #allocateMemory(lengthBytes: number): Uint8Array<ArrayBuffer> {
    if (lengthBytes > BATCH_BYTES) return new Uint8Array(lengthBytes);
    return new Uint8Array(this.#spare.pop() ?? new ArrayBuffer(BATCH_BYTES));
  }
}

function piecesOf(member: WholeMember): readonly Uint8Array[] {
  return 'views' in member ? member.views : [member];
}

function lengthOf(member: WholeMember): number {
  return piecesOf(member).reduce((sum, { length }) => sum + length, 0);
}
