// The import side of the package: a WARC in, records out. Not for reading one stored record back: see stored-record.ts.
import type { WarcReaderOptions, WarcSink } from './types.ts';

/** Splits a WARC (plain, gzip per record, gzip over the whole) that is pushed into it. Synchronous, pure computation. */
export class WarcReader {
  constructor(_sink: WarcSink, _options: WarcReaderOptions = {}) {}

  /** Takes the next bytes; the chunk belongs to the reader from now on. Throws NotAWarc. */
  write(_chunk: Uint8Array): void {
    throw new Error('the reader is being written');
  }

  /** Says that the input is complete. Throws NotAWarc when it was empty or too short to be a WARC. */
  end(): void {}

  /** Releases what is held, at any time; idempotent. */
  close(): void {}
}
