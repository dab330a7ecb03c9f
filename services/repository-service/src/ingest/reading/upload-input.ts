// What a codec thread was sent of an upload and has not read yet, and whose memory that is. Bytes of a portion that may not
// begin where it should are kept, read or not, until that is certain: another thread may have to read them.
import type { PortionPiece } from './codec-messages.ts';

export type InputItem =
  | { readonly item: 'bytes'; readonly portion: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly item: 'portion'; readonly portion: number; readonly offset: number }
  | { readonly item: 'cut' }
  | { readonly item: 'end' };

interface ReadPiece {
  readonly portion: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Bytes that were read when it was. */
  readonly end: number;
}

/** The first portion of an upload, which begins where it should. */
const FIRST_PORTION = 0;

export class UploadInput {
  #items: InputItem[] = [];
  /** Read, but the reader may still need the last bytes of it; or not certain. */
  #read: ReadPiece[] = [];
  #portion = FIRST_PORTION;
  #portionRead = FIRST_PORTION;
  #certain = FIRST_PORTION;

  /** What is to be read next. */
  get front(): InputItem | undefined {
    return this.#items[0];
  }

  push(item: Exclude<InputItem, { item: 'bytes' | 'portion' }>): void {
    this.#items.push(item);
  }

  pushBytes(bytes: Uint8Array<ArrayBuffer>): void {
    this.#items.push({ item: 'bytes', portion: this.#portion, bytes });
  }

  beginPortion(portion: number, offset: number): void {
    this.#portion = portion;
    this.#items.push({ item: 'portion', portion, offset });
  }

  /** Says that the item in front was dealt with; `end`: how many bytes were read by then. How many pieces that frees. */
  shift(end: number): 0 | 1 {
    const item = this.#items.shift()!;
    if (item.item === 'portion') this.#portionRead = item.portion;
    if (item.item !== 'bytes') return 0;
    const { portion, bytes } = item;
    this.#read.push({ portion, bytes, end });
    return portion <= this.#certain ? 1 : 0;
  }

  /** Says that the portions up to this one begin where they should; how many pieces that frees. */
  makeCertain(portion: number): number {
    const before = this.#certain;
    this.#certain = portion;
    return this.#read.filter((one) => one.portion > before && one.portion <= portion).length;
  }

  /** Whether the portion that is being read begins where it should, for all that is known. */
  get isCertain(): boolean {
    return this.#portionRead <= this.#certain;
  }

  /** The memory of certain pieces of which nothing behind `needed` is needed any more. */
  free(needed: number): ArrayBuffer[] {
    const free: ArrayBuffer[] = [];
    for (let first = this.#read[0]; first !== undefined; first = this.#read[0]) {
      if (first.end > needed || first.portion > this.#certain) break;
      free.push(first.bytes.buffer);
      this.#read.shift();
    }
    return free;
  }

  /** All pieces of portions that are not certain, in order, whether read or not: they are forgotten here. */
  giveBack(): PortionPiece[] {
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
