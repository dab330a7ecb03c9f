// Chooses the parser for the content of compressed members. The first readable member determines it for all members.
import type { ContentParser } from '../record/content-parser.ts';
import { NotAWarcError } from '../report/not-a-warc.ts';
import {
  type ArchiveCompression,
  detectCompression,
  detectRecordFormat,
  type RecordFormat,
} from './archive-format.ts';

/** Maximum number of input bytes before the first record, even if the start of the input is damaged. */
const WITHIN_BYTES = 1024 * 1024;
const NOTHING = new Uint8Array(0);

export class ContentDetector {
  /** Chosen parser. Undefined until the format is recognized. */
  parser: ContentParser | undefined;
  readonly #packing: ArchiveCompression;
  readonly #open: (format: RecordFormat) => ContentParser;
  #refusal: NotAWarcError | undefined;

  constructor(packing: ArchiveCompression, open: (format: RecordFormat) => ContentParser) {
    this.#packing = packing;
    this.#open = open;
  }

  /**
   * Returns whether a record may begin with bytes[0, end). Returns undefined if more bytes are needed to decide. Throws
   * NotAWarcError if the first content is itself compressed: a search in compressed bytes would find records only by
   * chance.
   */
  begins(bytes: Uint8Array, end: number): boolean | undefined {
    if (this.parser !== undefined) return this.parser.mayBegin(bytes, end);
    const format = detectRecordFormat(bytes, end);
    if (format === undefined) return undefined;
    if (format === 'neither') {
      const packing = this.isFirst ? detectCompression(bytes.subarray(0, end)) : 'none';
      if (packing === undefined) return undefined;
      if (packing !== 'none') throw makeNotAWarcError(bytes, end, this.#packing);
      return false;
    }
    this.parser = this.#open(format);
    return true;
  }

  /** True if no format has been recognized and no member has been skipped yet. */
  get isFirst(): boolean {
    return this.parser === undefined && this.#refusal === undefined;
  }

  /**
   * Abandons a damaged member. Returns the record ID and URL of its record, if known. `start` is the readable start of
   * its content and may be empty. `isProven` is true if the member began with a record.
   */
  giveUp(start: Buffer, isProven: boolean): { recordId?: string; url?: string } {
    // The format may be recognized in the readable start of the first member.
    const isFound = isProven || (this.parser === undefined && this.begins(start, start.length) === true);
    const { parser } = this;
    if (parser === undefined || !(isFound || parser.continues)) return {};
    const known = isFound ? parser.describe(start, start.length) : {};
    return { ...known, ...parser.abandon() };
  }

  /**
   * Registers a member that is unreadable or contains no record. bytes[0, end) is its content. If the content is empty,
   * `reason` explains why. If the whole input contains no records, the error message describes the first such member.
   */
  missed(bytes: Uint8Array, end: number, reason?: string): void {
    if (this.parser !== undefined || this.#refusal !== undefined) return;
    this.#refusal =
      end === 0 && reason !== undefined
        ? makeErrorFromSentence(reason)
        : makeNotAWarcError(bytes, end, this.#packing);
  }

  /** Throws NotAWarcError if members have been skipped and `offset` is beyond the limit for the first record. */
  expectBefore(offset: number): void {
    if (offset > WITHIN_BYTES && this.#refusal !== undefined) this.expect();
  }

  /** Returns the chosen parser. Throws NotAWarcError if no record has been found. */
  expect(): ContentParser {
    if (this.parser === undefined) throw this.#refusal ?? makeNotAWarcError(NOTHING, 0, this.#packing);
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

const ACCEPTED = 'The input is not a WARC, ARC or WACZ';

/** Creates the error for an input with this compression, whose content begins with bytes[0, end). */
export function makeNotAWarcError(
  bytes: Uint8Array,
  end: number,
  packing: ArchiveCompression = 'none',
): NotAWarcError {
  const text = Buffer.from(bytes.subarray(0, Math.min(end, 64))).toString('latin1');
  const markup = /^(\xef\xbb\xbf)?\s{0,20}<[!?a-zA-Z]/.test(text) ? 'HTML or XML' : undefined;
  const known = SIGNATURES.find(([magic]) => text.startsWith(magic))?.[1] ?? markup;
  if (end === 0) {
    return makeNotAWarcErrorFromReason(
      packing === 'none' ? 'it is empty' : `it begins like ${packing} but contains no record`,
    );
  }
  const where = packing === 'none' ? 'it' : `the content of the ${packing} data`;
  return makeNotAWarcErrorFromReason(
    known === undefined ? `${where} does not begin with a WARC or ARC record` : `${where} is ${known}`,
  );
}

/** Creates the error. `reason` is the end of the message, after a colon. */
export function makeNotAWarcErrorFromReason(reason: string): NotAWarcError {
  return new NotAWarcError(`${ACCEPTED}: ${reason}.`);
}

/** Creates the error. `sentence` is the reason as a complete sentence; the error message ends with it. */
function makeErrorFromSentence(sentence: string): NotAWarcError {
  return makeNotAWarcErrorFromReason(sentence.charAt(0).toLowerCase() + sentence.slice(1, -1));
}
