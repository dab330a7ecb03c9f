// Header values that repeat in every record (types, media types), so that they are made into strings once.
// Own code instead of lru-cache, whose key would be the very string that is not to be made.
import { headerText } from '../bytes/text.ts';

const SLOTS = 256;
const MAX_LENGTH = 128;

/** Like `headerText`, but gives the same string again for the same bytes. Bounded: one value per slot. */
export class TextCache {
  readonly #texts: string[] = new Array<string>(SLOTS).fill('');
  readonly #bytes: Buffer[] = new Array<Buffer>(SLOTS).fill(Buffer.alloc(0));

  text(bytes: Buffer, start: number, end: number): string {
    const length = end - start;
    if (length <= 0 || length > MAX_LENGTH) return length <= 0 ? '' : headerText(bytes, start, end);
    const middle = bytes[start + (length >> 1)]!;
    const slot = (length * 5 + bytes[start]! * 3 + middle * 7 + bytes[end - 1]!) & (SLOTS - 1);
    const known = this.#bytes[slot]!;
    if (known.length === length && equals(known, bytes, start)) return this.#texts[slot]!;
    const text = headerText(bytes, start, end);
    this.#bytes[slot] = Buffer.from(bytes.subarray(start, end));
    this.#texts[slot] = text;
    return text;
  }
}

function equals(known: Buffer, bytes: Buffer, start: number): boolean {
  for (let at = 0; at < known.length; at++) if (known[at] !== bytes[start + at]) return false;
  return true;
}
