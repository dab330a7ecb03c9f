// The values of one row of a prepared raw statement (raw-rows.ts), read in the order of its columns: what `null` is in
// PostgreSQL is undefined here.
import { UnsafeIntegerError } from './value-types.ts';

export class RowValues {
  readonly #bytes: Buffer;
  #at: number;

  /** `start`: one of the starts of raw rows. */
  constructor(bytes: Buffer, start: number) {
    this.#bytes = bytes;
    this.#at = start;
  }

  /** Where the next value begins. */
  get at(): number {
    return this.#at;
  }

  text(): string | undefined {
    const length = this.#length();
    return length < 0 ? undefined : this.#bytes.toString('utf8', this.#pass(length), this.#at);
  }

  /** Reads `smallint`, `integer` and `bigint`. Throws UnsafeIntegerError for what a number does not hold exactly. */
  integer(): number | undefined {
    const length = this.#length();
    if (length < 0) return undefined;
    const at = this.#pass(length);
    if (length === 8) return this.#int64(at);
    return length === 4 ? this.#int32(at) : this.#int16(at);
  }

  boolean(): boolean | undefined {
    const length = this.#length();
    return length < 0 ? undefined : this.#bytes[this.#pass(length)] === 1;
  }

  /** Reads `bytea`; what it answers is a copy, which does not keep the rows beside it in memory. */
  bytes(): Buffer | undefined {
    const length = this.#length();
    return length < 0 ? undefined : Buffer.from(this.#bytes.subarray(this.#pass(length), this.#at));
  }

  uuid(): string | undefined {
    const length = this.#length();
    if (length < 0) return undefined;
    const hex = this.#bytes.toString('hex', this.#pass(length), this.#at);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }

  #length(): number {
    return this.#int32(this.#pass(4));
  }

  /** Where what is passed begins. */
  #pass(length: number): number {
    const at = this.#at;
    this.#at = at + length;
    return at;
  }

  // The methods of Buffer check their arguments, which takes longer than to read.
  #int16(at: number): number {
    return ((this.#bytes[at]! << 24) >> 16) | this.#bytes[at + 1]!;
  }

  #int32(at: number): number {
    const bytes = this.#bytes;
    return (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
  }

  #int64(at: number): number {
    const value = this.#int32(at) * 2 ** 32 + (this.#int32(at + 4) >>> 0);
    if (Number.isSafeInteger(value)) return value;
    const exact = this.#bytes.readBigInt64BE(at);
    throw new UnsafeIntegerError(`bigint ${exact} is beyond what a number holds exactly`);
  }
}
