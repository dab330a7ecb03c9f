// Input that a codec thread has received but not read yet. The bytes of a portion with an uncertain start are kept
// until the start is certain, because another thread may have to read them.
import type { InputBufferPiece } from './codec-messages.ts';

export type InputItem =
  | { readonly item: 'bytes'; readonly portion: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly item: 'portion'; readonly portion: number; readonly offset: number }
  | { readonly item: 'cut' }
  | { readonly item: 'end' };

interface ReadPiece {
  readonly portion: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Number of bytes read up to the end of this piece. */
  readonly end: number;
}

/** First portion of an upload. Its start is certain. */
const FIRST_PORTION = 0;

export class UploadInput {
  #items: InputItem[] = [];
  /**
   * Pieces that were read but are still needed, because the reader may need their last bytes or because the start of
   * their portion is uncertain.
   */
  #read: ReadPiece[] = [];
  #portion = FIRST_PORTION;
  #portionRead = FIRST_PORTION;
  #certain = FIRST_PORTION;

  /** Next item to read. */
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

  /**
   * Removes the front item. `end`: number of bytes read up to the end of this item. Returns the number of pieces freed.
   */
  shift(end: number): 0 | 1 {
    const item = this.#items.shift()!;
    if (item.item === 'portion') this.#portionRead = item.portion;
    if (item.item !== 'bytes') return 0;
    const { portion, bytes } = item;
    this.#read.push({ portion, bytes, end });
    return portion <= this.#certain ? 1 : 0;
  }

  /** Marks the starts of the portions up to this one as certain. Returns the number of pieces freed. */
  makeCertain(portion: number): number {
    const before = this.#certain;
    this.#certain = portion;
    return this.#read.filter((one) => one.portion > before && one.portion <= portion).length;
  }

  /** Whether it is certain that the portion being read starts at the start of a gzip member. */
  get isCertain(): boolean {
    return this.#portionRead <= this.#certain;
  }

  /** Removes the read pieces that end at or before `needed` and whose portion is certain. Returns their memory. */
  free(needed: number): ArrayBuffer[] {
    const free: ArrayBuffer[] = [];
    for (let first = this.#read[0]; first !== undefined; first = this.#read[0]) {
      if (first.end > needed || first.portion > this.#certain) break;
      free.push(first.bytes.buffer);
      this.#read.shift();
    }
    return free;
  }

  /** Removes and returns all pieces of uncertain portions in order, whether read or not. */
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
