// Reads names and values of a JSON text. Formats values as Python does, because other replay tools use this format in
// keys. Accepts exactly what Python's JSON parser accepts, including NaN and Infinity.

export type NamedValue = readonly [name: string, value: string];

/** Thrown if the text is not valid JSON. */
export class JsonSyntaxError extends Error {
  override name = 'JsonSyntaxError';
}

/** Nesting depth at which Python's JSON parser fails. */
const MAX_DEPTH = 980;
const MAX_DIGITS = 4_300;
// Maximum number of values. Each takes at least two characters of a query, so this is enough for the longest key.
const MAX_VALUES = 4_096;

const NUMBER = /(-?(?:0|[1-9]\d*))(\.\d+)?([eE][-+]?\d+)?/y;
const WORD = /true|false|null|NaN|-?Infinity/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const words: Readonly<Record<string, string>> = {
  true: 'True',
  false: 'False',
  null: 'None',
  NaN: 'nan',
  Infinity: 'inf',
  '-Infinity': '-inf',
};

export class JsonReader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * Returns the named values in order, up to the maximum number. Throws JsonSyntaxError for invalid JSON. Throws
   * RangeError if the JSON is nested too deeply or a number has too many digits.
   */
  namedValues(): NamedValue[] {
    this.#skipSpace();
    const values = this.#readValue('');
    this.#skipSpace();
    if (this.#at < this.#text.length) throw this.#createSyntaxError();
    return values;
  }

  #readValue(name: string): NamedValue[] {
    const first = this.#text[this.#at];
    if (first !== '{' && first !== '[') {
      const value = this.#readScalar();
      return name === '' ? [] : [[name, value]];
    }
    if (++this.#depth > MAX_DEPTH) throw new RangeError('nested too deep');
    this.#at++;
    const values = first === '{' ? this.#readObject() : this.#readArray(name);
    this.#depth--;
    return values;
  }

  /** A repeated name keeps its first position, but gets its last value. */
  #readObject(): NamedValue[] {
    const members = new Map<string, NamedValue[]>();
    for (let more = this.#hasFirstItem('}'); more; more = this.#hasNextItem('}')) {
      const name = this.#readString();
      this.#skipSpace();
      if (this.#text[this.#at++] !== ':') throw this.#createSyntaxError();
      this.#skipSpace();
      members.set(name, this.#readValue(name));
    }
    const values: NamedValue[] = [];
    for (const member of members.values()) addValues(values, member);
    return values;
  }

  #readArray(name: string): NamedValue[] {
    const values: NamedValue[] = [];
    for (let more = this.#hasFirstItem(']'); more; more = this.#hasNextItem(']'))
      addValues(values, this.#readValue(name));
    return values;
  }

  /** Returns whether an item follows the opening bracket. */
  #hasFirstItem(end: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] !== end) return true;
    this.#at++;
    return false;
  }

  /** Returns whether another item follows. */
  #hasNextItem(end: string): boolean {
    this.#skipSpace();
    const next = this.#text[this.#at++];
    if (next !== ',' && next !== end) throw this.#createSyntaxError();
    if (next === ',') this.#skipSpace();
    return next === ',';
  }

  #readScalar(): string {
    if (this.#text[this.#at] === '"') return this.#readString();
    const word = this.#match(WORD);
    if (word) return words[word[0]]!;
    const number = this.#match(NUMBER);
    if (!number) throw this.#createSyntaxError();
    const [text, integer, fraction, exponent] = number;
    return fraction === undefined && exponent === undefined
      ? formatInteger(integer!)
      : formatFloat(Number(text));
  }

  #readString(): string {
    const start = this.#at;
    if (this.#text[this.#at++] !== '"') throw this.#createSyntaxError();
    let hasEscapes = false;
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === QUOTATION_MARK) break;
      // The character code at the end of the text is NaN.
      if (!(code >= SPACE)) throw this.#createSyntaxError();
      if (code !== BACKSLASH) this.#at++;
      else if (this.#match(ESCAPE)) hasEscapes = true;
      else throw this.#createSyntaxError();
    }
    this.#at++;
    return hasEscapes
      ? (JSON.parse(this.#text.slice(start, this.#at)) as string)
      : this.#text.slice(start + 1, this.#at - 1);
  }

  #skipSpace(): void {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at++;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match) this.#at += match[0].length;
    return match;
  }

  #createSyntaxError(): JsonSyntaxError {
    return new JsonSyntaxError(`no JSON at character ${this.#at}`);
  }
}

const SPACE = 32;
const QUOTATION_MARK = 34;
const BACKSLASH = 92;

function isSpace(code: number): boolean {
  return code === SPACE || code === 9 || code === 10 || code === 13;
}

function addValues(values: NamedValue[], more: readonly NamedValue[]): void {
  for (const value of more) {
    if (values.length === MAX_VALUES) return;
    values.push(value);
  }
}

function formatInteger(digits: string): string {
  if (digits.length - (digits.startsWith('-') ? 1 : 0) > MAX_DIGITS) throw new RangeError('too many digits');
  return digits === '-0' ? '0' : digits;
}

/** Formats a number with the fewest digits that identify it. Uses an exponent for the same numbers as Python. */
function formatFloat(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (Object.is(value, -0)) return '-0.0';
  const [digits = '', exponentText = ''] = value.toExponential().split('e');
  const exponent = Number(exponentText);
  if (value === 0 || (exponent >= -4 && exponent < 16)) {
    const text = String(value);
    return text.includes('.') ? text : `${text}.0`;
  }
  return `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}
