// Which parser the content of compressed members gets: what the first bytes of the first one that can be read say, and the
// same one from then on.

import type { ContentParser } from '../record/content-parser.ts';
import type { NotAWarcError } from '../report/not-a-warc.ts';
import { type Packing, packingOf, type RecordFormat, recordFormatOf } from './archive-format.ts';
import { asReason, notAWarc } from './content-type.ts';

/** A record must begin in so many bytes of input, whatever is damaged in front of it. */
const WITHIN_BYTES = 1024 * 1024;
const NOTHING = new Uint8Array(0);

export class ContentStart {
  /** Undefined until content was recognised. */
  parser: ContentParser | undefined;
  readonly #packing: Packing;
  readonly #open: (format: RecordFormat) => ContentParser;
  #refusal: NotAWarcError | undefined;

  constructor(packing: Packing, open: (format: RecordFormat) => ContentParser) {
    this.#packing = packing;
    this.#open = open;
  }

  /**
   * Whether a record may begin with bytes[0, end); undefined when those are too few to tell. Throws NotAWarcError when the
   * first content is compressed once more: what is found by searching in there would be some of its records by chance.
   */
  begins(bytes: Uint8Array, end: number): boolean | undefined {
    if (this.parser !== undefined) return this.parser.mayBegin(bytes, end);
    const format = recordFormatOf(bytes, end);
    if (format === undefined) return undefined;
    if (format === 'neither') {
      const packing = this.isFirst ? packingOf(bytes.subarray(0, end)) : 'none';
      if (packing === undefined) return undefined;
      if (packing !== 'none') throw notAWarc(bytes, end, this.#packing);
      return false;
    }
    this.parser = this.#open(format);
    return true;
  }

  /** Nothing was recognised yet, and no member missed. */
  get isFirst(): boolean {
    return this.parser === undefined && this.#refusal === undefined;
  }

  /**
   * Gives up a member that is damaged: what is known of its record. `start`: what can be read of its content, if anything;
   * `isProven`: a record was seen to begin in it.
   */
  giveUp(start: Buffer, isProven: boolean): { recordId?: string; url?: string } {
    // The first member may be recognised by what can be read of it.
    const isFound = isProven || (this.parser === undefined && this.begins(start, start.length) === true);
    const { parser } = this;
    if (parser === undefined || !(isFound || parser.goesOn)) return {};
    const known = isFound ? parser.describe(start, start.length) : {};
    return { ...known, ...parser.abandon() };
  }

  /**
   * Says that a member cannot be read, or holds no record; bytes[0, end) are what was in it. What the first one shows is why
   * an input without records is none that can be read: `reason`, where nothing was in it, which is a sentence.
   */
  missed(bytes: Uint8Array, end: number, reason?: string): void {
    if (this.parser !== undefined || this.#refusal !== undefined) return;
    this.#refusal =
      end === 0 && reason !== undefined ? asReason(reason) : notAWarc(bytes, end, this.#packing);
  }

  /** Throws NotAWarcError when members were missed, and `offset` of the input is too far in for the first record. */
  expectBefore(offset: number): void {
    if (offset > WITHIN_BYTES && this.#refusal !== undefined) this.expect();
  }

  /** Throws NotAWarcError where no record has begun. */
  expect(): ContentParser {
    if (this.parser === undefined) throw this.#refusal ?? notAWarc(NOTHING, 0, this.#packing);
    return this.parser;
  }
}
