// Interface of archive readers for any compression and container. open-input.ts chooses the implementation.
import type { ContentParser, RecordParserParts } from '../record/content-parser.ts';
import type { DamageReport } from '../report/damage-report.ts';
import type { Inflation } from '../report/inflation.ts';
import type { WarcSink } from '../report/types.ts';

export interface ArchiveInput {
  /**
   * Takes ownership of the chunk and reads it until a limited number of bytes has been inflated. Returns true if the
   * whole chunk was read. Otherwise, the caller must call `goOn` until it returns true, before calling any other
   * method.
   */
  write(chunk: Buffer): boolean;
  goOn(): boolean;
  /** Ends the input. Reports the last record and any damage that has not been reported yet. */
  end(): void;
  /** Releases resources. */
  close(): void;
  /** Number of the most recent input bytes that the reader still references. Infinite if unknown. */
  readonly heldInputBytes: number;
  /** True if a new reader could continue at the next byte; see WarcReader. Undefined if the format prevents this. */
  readonly isSettled?: boolean;
  /** Sets the input offset of the next bytes. Undefined if `isSettled` is undefined. */
  goOnAt?(offset: number): void;
}

/** Dependencies of all archive readers. */
export type ArchiveInputParts = {
  sink: WarcSink;
  damage: DamageReport;
  /** Options of the record parser, apart from `sink` and `damage` above. */
  parser: Omit<RecordParserParts, 'sink' | 'damage'>;
  /** Counts the inflated bytes. Readers must report every inflated byte to this counter. */
  inflation: Inflation;
  inlineLimitBytes: number;
  viewMembers: boolean;
};

export class PlainInput implements ArchiveInput {
  readonly heldInputBytes = 0;
  readonly #parser: ContentParser;
  #inputBytes = 0;

  constructor(parser: ContentParser) {
    this.#parser = parser;
  }

  write(chunk: Buffer): true {
    this.#parser.push(chunk, 0, chunk.length, this.#inputBytes);
    this.#parser.leave();
    this.#inputBytes += chunk.length;
    return true;
  }

  goOn(): true {
    return true;
  }

  end(): void {
    this.#parser.end();
  }

  close(): void {
    this.#parser.close();
  }
}
