// A capture as PostgreSQL sends it: its values as bytes, one behind the other, of which text and numbers are made when they
// are asked for. Most captures are only passed on, as lines that can be written without making any.
import { int32, int64, textAt, uuidText } from '../rows/raw-values.ts';
import type { Capture } from './capture.ts';

/**
 * Which value stands where. Each comes behind its length in 4 bytes, -1 for what is absent; numbers are big-endian, text is
 * UTF-8, id and SHA-1 are their bytes.
 */
export const column = {
  urlkey: 0,
  collectionMs: 1,
  url: 2,
  mime: 3,
  httpStatus: 4,
  sha1: 5,
  redirect: 6,
  lengthBytes: 7,
  id: 8,
  method: 9,
  requestBody: 10,
} as const;

export class RawCapture implements Capture {
  readonly bytes: Buffer;
  /** Where its first value begins, with its length. */
  readonly start: number;
  #urlkey: string | undefined;

  constructor(bytes: Buffer, start: number) {
    this.bytes = bytes;
    this.start = start;
  }

  get urlkeyBytes(): number {
    return int32(this.bytes, this.start);
  }

  get valueBytes(): number {
    return this.#place(column.requestBody + 1) - this.start;
  }

  /** Asked for more than once, where captures are put in order. */
  get urlkey(): string {
    this.#urlkey ??= this.#text(column.urlkey)!;
    return this.#urlkey;
  }

  get collectionMs(): number {
    return int64(this.bytes, this.start + 8 + this.urlkeyBytes);
  }

  get url(): string {
    return this.#text(column.url)!;
  }

  get mime(): string | undefined {
    return this.#text(column.mime);
  }

  get httpStatus(): number | undefined {
    const at = this.#place(column.httpStatus);
    return int32(this.bytes, at) < 0 ? undefined : this.bytes.readInt16BE(at + 4);
  }

  get sha1(): string {
    const at = this.#place(column.sha1);
    return this.bytes.toString('hex', at + 4, at + 4 + int32(this.bytes, at));
  }

  get redirect(): string | undefined {
    return this.#text(column.redirect);
  }

  get lengthBytes(): number {
    return int64(this.bytes, this.#place(column.lengthBytes) + 4);
  }

  get id(): string {
    return uuidText(this.bytes, this.#place(column.id) + 4);
  }

  get method(): string | undefined {
    return this.#text(column.method);
  }

  get requestBody(): string | undefined {
    return this.#text(column.requestBody);
  }

  #text(number: number): string | undefined {
    return textAt(this.bytes, this.#place(number));
  }

  #place(number: number): number {
    let at = this.start;
    for (let passed = 0; passed < number; passed++) at += 4 + Math.max(0, int32(this.bytes, at));
    return at;
  }
}
