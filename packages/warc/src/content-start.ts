// Which parser the content of compressed members gets: what their first bytes say, and the same one from then on.
import { type RecordFormat, recordFormatOf } from './archive-format.ts';
import type { ContentParser } from './content-parser.ts';

export class ContentStart {
  /** Undefined until content was recognised. */
  parser: ContentParser | undefined;
  readonly #open: (format: RecordFormat) => ContentParser;

  constructor(open: (format: RecordFormat) => ContentParser) {
    this.#open = open;
  }

  /** Whether a record may begin with bytes[0, end); undefined when those are too few to tell. */
  begins(bytes: Uint8Array, end: number): boolean | undefined {
    if (this.parser !== undefined) return this.parser.mayBegin(bytes, end);
    const format = recordFormatOf(bytes, end);
    if (format === undefined) return undefined;
    if (format === 'neither') return false;
    this.parser = this.#open(format);
    return true;
  }
}
