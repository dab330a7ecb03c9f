// Texts as they cross between threads: one behind the other in one long text, because each that crosses by itself costs both
// threads more than its characters. Most say again what one before them has said, and lie where that lies.

/** Where a text lies in the long one, in 32 bits: its start and its length. */
export type TextPlace = number;

const LENGTH_BITS = 12;
export const LONGEST_TEXT = 2 ** LENGTH_BITS - 1;
/** Texts are not to begin behind so many characters. */
export const LAST_START = 2 ** (32 - LENGTH_BITS) - 2;
const ABSENT: TextPlace = 2 ** 32 - 1;

/** `add` …, then `take`. A kind is a small number: texts of one kind often repeat each other. */
export class TextPacker {
  #texts: string[] = [];
  #characters = 0;
  #before: (string | undefined)[] = [];
  /** Where the one before lies, of each kind. */
  readonly #places: TextPlace[] = [];

  /** `text`: of at most LONGEST_TEXT characters, while there are at most LAST_START. */
  add(kind: number, text: string | undefined): TextPlace {
    if (text === undefined) return ABSENT;
    if (text !== this.#before[kind]) {
      this.#before[kind] = text;
      this.#places[kind] = this.#characters * 2 ** LENGTH_BITS + text.length;
      this.#texts.push(text);
      this.#characters += text.length;
    }
    return this.#places[kind]!;
  }

  /** Of the texts that were added, each counted once where it repeats the one before. */
  get characters(): number {
    return this.#characters;
  }

  /** The long text. */
  take(): string {
    const joined = this.#texts.join('');
    this.#texts = [];
    this.#characters = 0;
    this.#before = [];
    return joined;
  }
}

export function textAt(joined: string, place: TextPlace): string | undefined {
  if (place === ABSENT) return undefined;
  const start = place >>> LENGTH_BITS;
  return joined.substring(start, start + (place & LONGEST_TEXT));
}
