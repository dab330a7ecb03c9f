// Input queue of a codec thread. Retains the bytes of a range until its start is confirmed, because another thread may
// have to read them.
import type { InputBufferPiece } from './codec-messages.ts';

export type UploadInputItem =
  | { readonly item: 'bytes'; readonly portion: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly item: 'portion'; readonly portion: number; readonly offset: number }
  | { readonly item: 'cut' }
  | { readonly item: 'end' };

interface ReadPiece {
  readonly portion: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Number of bytes read up to the end of this buffer. */
  readonly end: number;
}

/** First range of an upload. Its start needs no confirmation. */
const FIRST_PORTION = 0;

export class UploadInput {
  #items: UploadInputItem[] = [];
  /**
   * Buffers that were read but must be retained, because the reader may still need their last bytes or because the
   * start of their range is unconfirmed.
   */
  #read: ReadPiece[] = [];
  #portion = FIRST_PORTION;
  #portionRead = FIRST_PORTION;
  #certain = FIRST_PORTION;

  /** Next item to read. */
  get front(): UploadInputItem | undefined {
    return this.#items[0];
  }

  push(item: Exclude<UploadInputItem, { item: 'bytes' | 'portion' }>): void {
    this.#items.push(item);
  }

  pushBytes(bytes: Uint8Array<ArrayBuffer>): void {
    this.#items.push({ item: 'bytes', portion: this.#portion, bytes });
  }

  beginPortion(portion: number, offset: number): void {
    this.#portion = portion;
    this.#items.push({ item: 'portion', portion, offset });
  }

  /**
   * Removes the first item. `end`: number of bytes read up to the end of the item. Returns the number of buffers to
   * report as read.
   */
  shift(end: number): 0 | 1 {
    const item = this.#items.shift()!;
    if (item.item === 'portion') this.#portionRead = item.portion;
    if (item.item !== 'bytes') return 0;
    const { portion, bytes } = item;
    this.#read.push({ portion, bytes, end });
    return portion <= this.#certain ? 1 : 0;
  }

  /** Confirms the starts of all ranges up to this one. Returns the number of buffers to report as read. */
  makeCertain(portion: number): number {
    const before = this.#certain;
    this.#certain = portion;
    return this.#read.filter((one) => one.portion > before && one.portion <= portion).length;
  }

  /** Whether the start of the current range is confirmed. */
  get isCertain(): boolean {
    return this.#portionRead <= this.#certain;
  }

  /** Removes buffers that end at or before offset `needed`, except in unconfirmed ranges. Returns them for reuse. */
  free(needed: number): ArrayBuffer[] {
    const free: ArrayBuffer[] = [];
    for (let first = this.#read[0]; first !== undefined; first = this.#read[0]) {
      if (first.end > needed || first.portion > this.#certain) break;
      free.push(first.bytes.buffer);
      this.#read.shift();
    }
    return free;
  }

  /** Removes and returns all buffers of unconfirmed ranges in order, whether read or unread. */
  giveBack(): InputBufferPiece[] {
    const unread = this.#items.filter((one) => one.item === 'bytes');
    const pieces = [...this.#read, ...unread].filter(({ portion }) => portion > this.#certain);
    this.#read = this.#read.filter(({ portion }) => portion <= this.#certain);
    this.#items = unread.filter(({ portion }) => portion <= this.#certain);
    this.#portion = this.#certain;
    this.#portionRead = this.#certain;
    return pieces.map(({ portion, bytes }) => ({ portion, buffer: bytes.buffer, length: bytes.length }));
  }

  clear(): void {
    this.#items = [];
    this.#read = [];
  }
}
