// Interface of an archive reader, independent of compression and container. open-input.ts chooses the implementation.
import type { ContentParser, RecordParserParts } from '../record/content-parser.ts';
import type { DamageReport } from '../report/damage-report.ts';
import type { Inflation } from '../report/inflation.ts';
import type { WarcSink } from '../report/types.ts';

export interface ArchiveInput {
  /**
   * Takes ownership of the next bytes and reads a limited number of inflated bytes. Returns true if all of them were
   * read. Otherwise, call `goOn` until it returns true before you call any other method.
   */
  write(chunk: Buffer): boolean;
  goOn(): boolean;
  /** Ends the input and reports the last record and any pending damage. */
  end(): void;
  /** Releases resources. */
  close(): void;
  /** Number of most recent input bytes that are still referenced; Infinity if unknown. */
  readonly heldInputBytes: number;
  /** True if a new reader could continue with the next bytes. Undefined for readers that never reach this state. */
  readonly isSettled?: boolean;
  /** Sets the offset of the next bytes. Undefined for inputs without `isSettled`. */
  goOnAt?(offset: number): void;
}

/** Dependencies of every archive reader. */
export type ArchiveInputParts = {
  sink: WarcSink;
  damage: DamageReport;
  /** Options of the record parser. `sink` and `damage` come from the members above. */
  parser: Omit<RecordParserParts, 'sink' | 'damage'>;
  /** Readers must report the number of all inflated bytes to it. */
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
