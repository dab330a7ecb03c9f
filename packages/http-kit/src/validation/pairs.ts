// Splits a query string or an urlencoded form into names and values. Flat: no brackets, no nesting, no
// prototype to reach. Bytes that are not UTF-8 are refused rather than silently replaced.

export interface Pairs {
  /** The names given, decoded. */
  readonly names: Iterable<string>;
  /** Whether a name was left out because it is not percent-encoded UTF-8. */
  readonly hasBadName: boolean;
  /** All values of a name, in order; none when the name is absent. */
  all(name: string): readonly string[];
  isGiven(name: string): boolean;
  /** Whether any value of the name asks for something: is not empty, and does not say no. */
  asksFor(name: string): boolean;
}

const NO = new Set(['', '0', 'false']);

/** Thrown for a value that does not decode; `where` is the name as it came. */
export class BadEncodingError extends Error {
  override readonly name = 'BadEncodingError';
}

/** Values are decoded when asked for: where unknown parameters are ignored, their values may be anything. */
export function parsePairs(text: string): Pairs {
  const values = new Map<string, string[]>();
  let hasBadName = false;
  for (const piece of text.split('&')) {
    if (piece === '') continue;
    const cut = piece.indexOf('=');
    const name = decodeName(cut === -1 ? piece : piece.slice(0, cut));
    if (name === undefined) {
      hasBadName = true;
      continue;
    }
    const value = cut === -1 ? '' : piece.slice(cut + 1);
    const list = values.get(name);
    if (list === undefined) values.set(name, [value]);
    else list.push(value);
  }
  return new EncodedPairs(values, hasBadName);
}

class EncodedPairs implements Pairs {
  readonly #values: ReadonlyMap<string, readonly string[]>;
  readonly hasBadName: boolean;

  constructor(values: ReadonlyMap<string, readonly string[]>, hasBadName: boolean) {
    this.#values = values;
    this.hasBadName = hasBadName;
  }

  get names(): Iterable<string> {
    return this.#values.keys();
  }

  all(name: string): readonly string[] {
    return this.#values.get(name)?.map(decode) ?? NONE;
  }

  isGiven(name: string): boolean {
    return this.#values.has(name);
  }

  asksFor(name: string): boolean {
    return this.#values.get(name)?.some((value) => !NO.has(value.toLowerCase())) ?? false;
  }
}

const NONE: readonly string[] = [];

function decodeName(encoded: string): string | undefined {
  try {
    return decode(encoded);
  } catch {
    return undefined;
  }
}

function decode(encoded: string): string {
  const spaced = encoded.includes('+') ? encoded.replaceAll('+', ' ') : encoded;
  return spaced.includes('%') ? unescaped(spaced) : spaced;
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return leniently(text);
  }
}

/** A `%` that begins no escape stands for itself, as in the URL standard's form decoding. */
function leniently(text: string): string {
  try {
    return decodeURIComponent(text.replace(/%(?![0-9A-Fa-f]{2})/g, '%25'));
  } catch {
    throw new BadEncodingError('not UTF-8');
  }
}
