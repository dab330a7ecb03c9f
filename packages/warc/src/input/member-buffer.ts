// Manages the compressed bytes of the current gzip member: holds them in memory, copies, streams or releases them.
import { ByteQueue, SharedBufferCopier } from '../bytes/byte-queue.ts';
import type { MemberView, StreamedMember, WarcSink } from '../report/types.ts';

/**
 * Holds the bytes of the gzip member from earlier input buffers. Callers pass the bytes in the current buffer. If the
 * bytes exceed the inline limit, the owner either streams them (`startStreaming`) or discards them (`release`).
 */
export class MemberBuffer {
  readonly #sink: Pick<WarcSink, 'memberChunk'>;
  readonly #inlineLimitBytes: number;
  readonly #viewMembers: boolean;
  readonly #held = new ByteQueue();
  readonly #copies = new SharedBufferCopier();
  /** True if all bytes of the gzip member so far are available. */
  complete = false;
  streaming = false;
  #streamedBytes = 0;

  /**
   * Creates an empty buffer. With `viewMembers`, `take` returns views that are valid until the next call, not a copy.
   */
  constructor(sink: Pick<WarcSink, 'memberChunk'>, inlineLimitBytes: number, viewMembers: boolean) {
    this.#sink = sink;
    this.#inlineLimitBytes = inlineLimitBytes;
    this.#viewMembers = viewMembers;
  }

  get heldBytes(): number {
    return this.#held.size;
  }

  /** True if the held bytes exceed the inline limit. */
  get isLarge(): boolean {
    return this.#held.size > this.#inlineLimitBytes;
  }

  beginInput(): void {
    this.#copies.restart();
  }

  beginMember(): void {
    if (this.#held.size > 0) this.#held.clear();
    this.complete = true;
    this.streaming = false;
    this.#streamedBytes = 0;
  }

  /** Returns the whole gzip member, which ends with buffer[from, to). */
  take(buffer: Buffer, from: number, to: number): Uint8Array | MemberView | StreamedMember {
    const whole = !this.streaming && this.#held.size + to - from <= this.#inlineLimitBytes;
    if (whole && this.#viewMembers) return { views: [...this.#held.pieces(), buffer.subarray(from, to)] };
    if (whole && this.#held.size === 0) return this.#copies.copy(buffer, from, to);
    if (whole) return this.#held.take(buffer.subarray(from, to));
    this.#streamHeld();
    this.#streamPiece(buffer.subarray(from, to));
    return { streamed: this.#streamedBytes };
  }

  /** Saves bytes of a buffer that the owner is about to replace. */
  keep(rest: Buffer): void {
    if (!this.complete && !this.streaming) return;
    if (this.streaming) this.#streamPiece(rest);
    else this.#held.push(rest);
  }

  startStreaming(): void {
    this.complete = false;
    this.streaming = true;
    this.#streamHeld();
  }

  release(): void {
    this.complete = false;
    this.#held.clear();
  }

  /** Returns the gzip member as buffers, ending with buffer[from, to), or undefined if some bytes are not available. */
  pieces(buffer: Buffer, from: number, to: number): Uint8Array[] | undefined {
    return this.complete ? [...this.#held.pieces(), buffer.subarray(from, to)] : undefined;
  }

  /** Returns the held bytes, followed by `rest`, in one buffer. Empties this buffer. */
  join(rest: Buffer): Buffer {
    const all = this.#held.take(rest);
    return Buffer.from(all.buffer, all.byteOffset, all.length);
  }

  #streamHeld(): void {
    for (const piece of this.#held.pieces()) this.#streamPiece(piece);
    this.#held.clear();
  }

  #streamPiece(bytes: Uint8Array): void {
    this.#streamedBytes += bytes.length;
    if (bytes.length > 0) this.#sink.memberChunk(bytes);
  }
}
