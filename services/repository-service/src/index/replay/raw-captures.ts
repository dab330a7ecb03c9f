// A capture as PostgreSQL sends it: its values as bytes, of which text and numbers are made when they are asked for. Most
// captures are only passed on, as lines that can be written without making any.
import { int64, type RawRows, RowLayout, textAt, uuidText, valueEnd, valueLength } from '@holdfast/pg-kit';
import { compareKeys } from '../../domain/keys/key-spans.ts';
import type { Capture, Direction } from '../../domain/replay/capture.ts';

export const captureLayout = new RowLayout({
  urlkey: 'text',
  collection_ms: 'bigint',
  url: 'text',
  mime: 'text?',
  http_status: 'smallint?',
  sha1: 'bytea',
  redirect: 'text?',
  length: ['bigint', 'coalesce(replay_length, record_length)'],
  id: 'uuid',
  method: 'text?',
  request_body: 'text?',
});

/** Where the urlkey begins in each row: it is the first value. */
export const KEY_OFFSET = captureLayout.offset('urlkey');

const { number } = captureLayout;

export class RawCapture implements Capture {
  readonly bytes: Buffer;
  /** Where its row begins. */
  readonly start: number;
  #urlkey: string | undefined;

  constructor(bytes: Buffer, start: number) {
    this.bytes = bytes;
    this.start = start;
  }

  get urlkeyBytes(): number {
    return valueLength(this.bytes, this.start + KEY_OFFSET);
  }

  get valueBytes(): number {
    return captureLayout.end(this.bytes, this.start) - this.start;
  }

  /** Asked for more than once, where captures are put in order. */
  get urlkey(): string {
    this.#urlkey ??= this.#text(number.urlkey)!;
    return this.#urlkey;
  }

  get collectionMs(): number {
    return int64(this.bytes, this.#find(number.collection_ms));
  }

  get url(): string {
    return this.#text(number.url)!;
  }

  get mime(): string | undefined {
    return this.#text(number.mime);
  }

  get httpStatus(): number | undefined {
    const at = this.#find(number.http_status);
    return valueLength(this.bytes, at) < 0 ? undefined : this.bytes.readInt16BE(at);
  }

  get sha1(): string {
    const at = this.#find(number.sha1);
    return this.bytes.toString('hex', at, valueEnd(this.bytes, at));
  }

  get redirect(): string | undefined {
    return this.#text(number.redirect);
  }

  get lengthBytes(): number {
    return int64(this.bytes, this.#find(number.length));
  }

  get id(): string {
    return uuidText(this.bytes, this.#find(number.id));
  }

  get method(): string | undefined {
    return this.#text(number.method);
  }

  get requestBody(): string | undefined {
    return this.#text(number.request_body);
  }

  #text(column: number): string | undefined {
    return textAt(this.bytes, this.#find(column));
  }

  #find(column: number): number {
    return captureLayout.find(this.bytes, this.start, column);
  }
}

/** The rows begin with the columns of `captureLayout`. */
export function capturesOf({ bytes, starts }: RawRows): RawCapture[] {
  return starts.map((start) => new RawCapture(bytes, start));
}

/** Orders those of one time by id, in place. `samePart`: whether two that share a time also share their part of the key. */
export function orderTies(
  captures: Capture[],
  direction: Direction,
  samePart: (a: Capture, b: Capture) => boolean,
): Capture[] {
  for (let start = 0; start < captures.length - 1; ) {
    let end = start + 1;
    while (end < captures.length && isTie(captures[start]!, captures[end]!, samePart)) end++;
    if (end - start > 1) {
      const tied = captures.slice(start, end).sort((a, b) => compareKeys(a.id, b.id));
      captures.splice(start, tied.length, ...(direction === 'forward' ? tied : tied.reverse()));
    }
    start = end;
  }
  return captures;
}

function isTie(a: Capture, b: Capture, samePart: (a: Capture, b: Capture) => boolean): boolean {
  return a.collectionMs === b.collectionMs && samePart(a, b);
}
