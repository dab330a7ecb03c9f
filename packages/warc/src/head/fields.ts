// Finds fields in sections of `Name: value` lines, as in WARC and HTTP headers. Does not validate the fields.
import { decodeHeaderText, equalsIgnoringCase, skipBlanks, trimEnd } from '../bytes/text.ts';

const LF = 10;
const CR = 13;
const COLON = 58;
const MAX_NAME = 33;

/**
 * Finds given fields of a header section without allocating an object per field. Accepts names in any case, folded
 * lines, and LF or CRLF. `text` returns the first value of a repeated field. Ignores lines without a colon. Can be used
 * for any number of sections.
 */
export class FieldScanner {
  /** Start and end of each field's value in the scanned bytes. The start is -1 if the field is absent. */
  readonly #ranges: Int32Array;
  readonly #names: readonly string[];
  readonly #byLength: { name: Uint8Array; field: number }[][];
  readonly #cache = new TextCache();
  #bytes: Buffer = Buffer.alloc(0);
  /** Bounds of the scanned section. */
  #start = 0;
  #end = 0;
  /** True if a field occurred more than once. */
  #repeats = false;

  /** Creates a scanner for fields with these lower-case names, which other methods identify by their index. */
  constructor(lowerNames: readonly string[]) {
    this.#ranges = new Int32Array(lowerNames.length * 2);
    this.#names = lowerNames;
    this.#byLength = Array.from({ length: MAX_NAME }, () => []);
    lowerNames.forEach((name, field) => {
      this.#byLength[name.length]!.push({ name: Buffer.from(name, 'latin1'), field });
    });
  }

  /**
   * Scans lines from `start` up to and including the empty line. Returns the index after the empty line, or -1 if there
   * is none. With `endsHere`, the section may also end at `end` without an empty line.
   */
  scan(bytes: Buffer, start: number, end: number, endsHere: boolean): number {
    this.#bytes = bytes;
    this.#start = start;
    this.#end = end;
    this.#repeats = false;
    // A loop is faster than fill() for so few elements.
    for (let index = 0; index < this.#ranges.length; index += 2) this.#ranges[index] = -1;
    let open = -1;
    for (let line = start; line < end; ) {
      let next = line;
      while (next < end && bytes[next] !== COLON && bytes[next] !== LF) next++;
      const colon = next < end && bytes[next] === COLON ? next : -1;
      while (next < end && bytes[next] !== LF) next++;
      if (next === end && !endsHere) return -1;
      const first = bytes[line]!;
      if (first === LF || (first === CR && isEmpty(bytes, line, next))) return this.#setEnd(next + 1);
      if (first === 32 || first === 9) {
        if (open >= 0) this.#ranges[open * 2 + 1] = next;
      } else if (colon > line) {
        open = this.#findField(bytes, line, bytes[colon - 1] === 32 ? trimEnd(bytes, line, colon) : colon);
        if (open >= 0) {
          this.#ranges[open * 2] = colon + 1;
          this.#ranges[open * 2 + 1] = next;
        }
      }
      line = next + 1;
    }
    return endsHere ? end : -1;
  }

  #setEnd(end: number): number {
    this.#end = end;
    return end;
  }

  has(field: number): boolean {
    return this.#ranges[field * 2]! >= 0;
  }

  /** Returns the index of the value's first byte. If the field is absent or empty, the index is at least `valueEnd`. */
  valueStart(field: number): number {
    const start = this.#ranges[field * 2]!;
    return start < 0 ? 0 : skipBlanks(this.#bytes, start, this.#ranges[field * 2 + 1]!);
  }

  valueEnd(field: number): number {
    const start = this.#ranges[field * 2]!;
    return start < 0 ? 0 : trimEnd(this.#bytes, start, this.#ranges[field * 2 + 1]!);
  }

  /** Returns the trimmed value as text, or an empty string if the field is absent. */
  text(field: number): string {
    const start = this.valueStart(field);
    const end = this.valueEnd(field);
    return start < end ? decodeHeaderText(this.#bytes, start, end) : '';
  }

  /** Returns all values of a field as text, in order. */
  texts(field: number): string[] {
    if (!this.has(field)) return [];
    if (!this.#repeats) return [this.text(field)];
    const named = parseFields(this.#bytes.subarray(this.#start, this.#end));
    return named.filter(([name]) => name.toLowerCase() === this.#names[field]).map(([, value]) => value);
  }

  /** Returns the same string as `text`, from a cache. Intended for values that many records have in common. */
  repeatedText(field: number): string {
    return this.#cache.text(this.#bytes, this.valueStart(field), this.valueEnd(field));
  }

  /** Buffer to which the indexes of the other methods refer. */
  get bytes(): Buffer {
    return this.#bytes;
  }

  /**
   * Returns the index of the field whose name is bytes[start, end). Returns -1 if there is no such field, or if an
   * earlier line contained it.
   */
  #findField(bytes: Buffer, start: number, end: number): number {
    const candidates = end - start < MAX_NAME ? this.#byLength[end - start]! : [];
    for (let index = 0; index < candidates.length; index++) {
      const { name, field } = candidates[index]!;
      if (!equalsIgnoringCase(bytes, start, name)) continue;
      if (this.#ranges[field * 2]! < 0) return field;
      this.#repeats = true;
      return -1;
    }
    return -1;
  }
}

/** Returns whether [start, end) contains only CRs. */
function isEmpty(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] !== CR) return false;
  return true;
}

/** Returns all fields of a header section in order, with the names as written. `bytes` must omit the first line. */
export function parseFields(bytes: Buffer): [name: string, value: string][] {
  const fields: [string, string][] = [];
  forEachField(bytes, (line, nameEnd, value, end) => {
    fields.push([decodeHeaderText(bytes, line, nameEnd), decodeHeaderText(bytes, value, end)]);
    return false;
  });
  return fields;
}

/**
 * Returns the first field with this lower-case name. `bytes` must not contain the first line (version or status line).
 */
export function findFirstField(bytes: Buffer, name: string): string | undefined {
  let found: string | undefined;
  forEachField(bytes, (line, nameEnd, value, end) => {
    if (nameEnd - line !== name.length || decodeHeaderText(bytes, line, nameEnd).toLowerCase() !== name)
      return false;
    found = decodeHeaderText(bytes, value, end);
    return true;
  });
  return found;
}

/** Calls `isLast` with the bounds of each field's name and value, until it returns true. */
function forEachField(
  bytes: Buffer,
  isLast: (name: number, nameEnd: number, value: number, valueEnd: number) => boolean,
): void {
  for (let line = 0; line < bytes.length; ) {
    let next = bytes.indexOf(LF, line);
    if (next < 0) next = bytes.length;
    // A folded line continues the line before it.
    while (next + 1 < bytes.length && (bytes[next + 1] === 32 || bytes[next + 1] === 9)) {
      const fold = bytes.indexOf(LF, next + 1);
      next = fold < 0 ? bytes.length : fold;
    }
    const end = trimEnd(bytes, line, next);
    let colon = line;
    while (colon < end && bytes[colon] !== COLON) colon++;
    const hasName = colon > line && colon < end;
    if (hasName && isLast(line, trimEnd(bytes, line, colon), skipBlanks(bytes, colon + 1, end), end)) return;
    line = next + 1;
  }
}

const SLOTS = 256;
const MAX_LENGTH = 128;

/**
 * Decodes text like `decodeHeaderText`, but caches the strings, so that equal bytes give the same string. The cache has
 * a fixed number of slots.
 */
class TextCache {
  readonly #texts: string[] = new Array<string>(SLOTS).fill('');
  readonly #bytes: Buffer[] = new Array<Buffer>(SLOTS).fill(Buffer.alloc(0));

  text(bytes: Buffer, start: number, end: number): string {
    const length = end - start;
    if (length <= 0 || length > MAX_LENGTH) return length <= 0 ? '' : decodeHeaderText(bytes, start, end);
    const middle = bytes[start + (length >> 1)]!;
    const slot = (length * 5 + bytes[start]! * 3 + middle * 7 + bytes[end - 1]!) & (SLOTS - 1);
    const known = this.#bytes[slot]!;
    if (known.length === length && matchesBytes(known, bytes, start)) return this.#texts[slot]!;
    const text = decodeHeaderText(bytes, start, end);
    this.#bytes[slot] = Buffer.from(bytes.subarray(start, end));
    this.#texts[slot] = text;
    return text;
  }
}

function matchesBytes(known: Buffer, bytes: Buffer, start: number): boolean {
  for (let at = 0; at < known.length; at++) if (known[at] !== bytes[start + at]) return false;
  return true;
}
