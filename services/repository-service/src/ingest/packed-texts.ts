// Texts as they cross between threads: one behind the other in one long text, because each that crosses by itself costs both
// threads more than its characters. Most say again what one before them has said, and cross as that.

export interface PackedTexts {
  /** Of each text its length in characters, or one of the two below. To be transferred. */
  readonly lengths: Int32Array<ArrayBuffer>;
  readonly joined: string;
}

const ABSENT = -1;
/** The same as the text before of its kind. */
const AS_BEFORE = -2;

/** `add` …, then `take`. A kind is a small number: texts of one kind often repeat each other. */
export class TextPacker {
  #lengths: number[] = [];
  #texts: string[] = [];
  #before: (string | undefined)[] = [];

  add(kind: number, text: string | undefined): void {
    if (text === undefined) {
      this.#lengths.push(ABSENT);
    } else if (text === this.#before[kind]) {
      this.#lengths.push(AS_BEFORE);
    } else {
      this.#lengths.push(text.length);
      this.#texts.push(text);
      this.#before[kind] = text;
    }
  }

  take(): PackedTexts {
    const packed = { lengths: Int32Array.from(this.#lengths), joined: this.#texts.join('') };
    this.#lengths = [];
    this.#texts = [];
    this.#before = [];
    return packed;
  }
}

/** Gives the texts in the order in which they were added, each to be asked for by its kind. */
export class TextReader {
  readonly #packed: PackedTexts;
  #next = 0;
  #at = 0;
  readonly #before: string[] = [];

  constructor(packed: PackedTexts) {
    this.#packed = packed;
  }

  next(kind: number): string | undefined {
    const length = this.#packed.lengths[this.#next++]!;
    if (length === ABSENT) return undefined;
    if (length === AS_BEFORE) return this.#before[kind];
    const text = this.#packed.joined.substring(this.#at, this.#at + length);
    this.#at += length;
    this.#before[kind] = text;
    return text;
  }
}
