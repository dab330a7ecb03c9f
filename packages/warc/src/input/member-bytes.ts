// The compressed bytes of the gzip member in progress: held, copied out, streamed, or let go. Inflates nothing.
import { ByteHold, SharedCopies } from '../bytes/byte-hold.ts';
import type { MemberView, StreamedMember, WarcSink } from '../report/types.ts';

/**
 * `held` has what earlier buffers had of the member; the methods are given the rest. Past the inline limit the bytes are
 * streamed (`startStreaming`) or let go (`letGo`), as the owner decides.
 */
export class MemberBytes {
  readonly #sink: Pick<WarcSink, 'memberChunk'>;
  readonly #inlineLimitBytes: number;
  readonly #viewMembers: boolean;
  readonly #held = new ByteHold();
  readonly #copies = new SharedCopies();
  /** Every byte of the member so far is at hand. */
  complete = false;
  streaming = false;
  #streamedBytes = 0;

  /** `viewMembers`: members are the pieces that are held, good only until the next call. */
  constructor(sink: Pick<WarcSink, 'memberChunk'>, inlineLimitBytes: number, viewMembers: boolean) {
    this.#sink = sink;
    this.#inlineLimitBytes = inlineLimitBytes;
    this.#viewMembers = viewMembers;
  }

  get heldBytes(): number {
    return this.#held.size;
  }

  /** True when more is held than may come inline. */
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

  /** The whole member, whose last bytes are buffer[from, to). */
  take(buffer: Buffer, from: number, to: number): Uint8Array | MemberView | StreamedMember {
    const whole = !this.streaming && this.#held.size + to - from <= this.#inlineLimitBytes;
    if (whole && this.#viewMembers) return { views: [...this.#held.pieces(), buffer.subarray(from, to)] };
    if (whole && this.#held.size === 0) return this.#copies.copy(buffer, from, to);
    if (whole) return this.#held.take(buffer.subarray(from, to));
    this.#stream();
    this.#streamOne(buffer.subarray(from, to));
    return { streamed: this.#streamedBytes };
  }

  /** Holds on to bytes whose buffer goes out of the owner's sight. */
  keep(rest: Buffer): void {
    if (!this.complete && !this.streaming) return;
    if (this.streaming) this.#streamOne(rest);
    else this.#held.push(rest);
  }

  startStreaming(): void {
    this.complete = false;
    this.streaming = true;
    this.#stream();
  }

  letGo(): void {
    this.complete = false;
    this.#held.clear();
  }

  /** All of the member, ending with buffer[from, to); undefined when not all of it is at hand. */
  pieces(buffer: Buffer, from: number, to: number): Uint8Array[] | undefined {
    return this.complete ? [...this.#held.pieces(), buffer.subarray(from, to)] : undefined;
  }

  /** What is held and `rest` behind it, in one buffer; nothing is held any more. */
  join(rest: Buffer): Buffer {
    const all = this.#held.take(rest);
    return Buffer.from(all.buffer, all.byteOffset, all.length);
  }

  #stream(): void {
    for (const piece of this.#held.pieces()) this.#streamOne(piece);
    this.#held.clear();
  }

  #streamOne(bytes: Uint8Array): void {
    this.#streamedBytes += bytes.length;
    if (bytes.length > 0) this.#sink.memberChunk(bytes);
  }
}
