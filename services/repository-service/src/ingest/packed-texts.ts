// Texts as they cross between threads: one behind the other in one long text, because each that crosses by itself costs both
// threads more than its characters. Most say again what one before them has said, and lie where that lies.

export interface PackedTexts {
  /** Of each text where it begins in `joined`, and its length in characters, which may be `ABSENT`. To be transferred. */
  readonly places: Int32Array<ArrayBuffer>;
  readonly joined: string;
}

const ABSENT = -1;

/** `add` …, then `take`. A kind is a small number: texts of one kind often repeat each other. */
export class TextPacker {
  #places: number[] = [];
  #texts: string[] = [];
  #characters = 0;
  #before: (string | undefined)[] = [];
  /** Where the one before begins, of each kind. */
  readonly #starts: number[] = [];

  add(kind: number, text: string | undefined): void {
    if (text === undefined) {
      this.#places.push(0, ABSENT);
      return;
    }
    if (text !== this.#before[kind]) {
      this.#before[kind] = text;
      this.#starts[kind] = this.#characters;
      this.#texts.push(text);
      this.#characters += text.length;
    }
    this.#places.push(this.#starts[kind]!, text.length);
  }

  /** Of the texts that were added, each counted once where it repeats the one before. */
  get characters(): number {
    return this.#characters;
  }

  take(): PackedTexts {
    const packed = { places: Int32Array.from(this.#places), joined: this.#texts.join('') };
    this.#places = [];
    this.#texts = [];
    this.#characters = 0;
    this.#before = [];
    return packed;
  }
}

/** The text with this number, in the order in which they were added. */
export function textAt({ places, joined }: PackedTexts, number: number): string | undefined {
  const length = places[2 * number + 1]!;
  if (length === ABSENT) return undefined;
  const start = places[2 * number]!;
  return joined.substring(start, start + length);
}
