// Which parser the content of compressed members gets: what the first bytes of the first one that can be read say, and the
// same one from then on.
import type { ContentParser } from '../record/content-parser.ts';
import { NotAWarcError } from '../report/not-a-warc.ts';
import { type Packing, packingOf, type RecordFormat, recordFormatOf } from './archive-format.ts';

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

const SIGNATURES: readonly (readonly [magic: string, name: string])[] = [
  ['PK\x03\x04', 'a zip archive'],
  ['PK\x05\x06', 'an empty zip archive'],
  ['\x1f\x8b', 'compressed with gzip once more'],
  ['\x28\xb5\x2f\xfd', 'compressed with zstandard once more'],
  ['BZh', 'compressed with bzip2'],
  ['\xfd7zXZ', 'compressed with xz'],
  ['%PDF', 'a PDF'],
  ['HTTP/', 'a bare HTTP message'],
  ['CDX ', 'a CDX index'],
  [' CDX ', 'a CDX index'],
];

const ACCEPTED = 'The input is no WARC, ARC or WACZ';

/** The error for an input that begins with bytes[0, end), which were inside what `packing` says. */
export function notAWarc(bytes: Uint8Array, end: number, packing: Packing = 'none'): NotAWarcError {
  const text = Buffer.from(bytes.subarray(0, Math.min(end, 64))).toString('latin1');
  const markup = /^(\xef\xbb\xbf)?\s{0,20}<[!?a-zA-Z]/.test(text) ? 'HTML or XML' : undefined;
  const known = SIGNATURES.find(([magic]) => text.startsWith(magic))?.[1] ?? markup;
  if (end === 0) {
    return because(packing === 'none' ? 'it is empty' : `it begins like ${packing} but holds no record`);
  }
  const where = packing === 'none' ? 'it' : `the content of the ${packing} data`;
  return because(
    known === undefined ? `${where} does not begin with a WARC or ARC record` : `${where} is ${known}`,
  );
}

/** The error with a reason of its own: the rest of a sentence. */
export function because(reason: string): NotAWarcError {
  return new NotAWarcError(`${ACCEPTED}: ${reason}.`);
}

/** The error with a sentence as its reason. */
function asReason(sentence: string): NotAWarcError {
  return because(sentence.charAt(0).toLowerCase() + sentence.slice(1, -1));
}
