// How the bytes of an upload are taken, whatever they are packed in. Types only: what there is, see open-input.ts.
import type { ContentParser, RecordParserParts } from '../record/content-parser.ts';
import type { DamageReport } from '../report/damage-report.ts';
import type { Inflation } from '../report/inflation.ts';
import type { WarcSink } from '../report/types.ts';

export interface ArchiveInput {
  /**
   * Takes the next bytes, which are the input's from now on. True when all of them were read; else `goOn` must be called
   * until it answers true before anything else comes: one call reads a bounded amount of what they inflate to.
   */
  write(chunk: Buffer): boolean;
  goOn(): boolean;
  /** Says that the input is complete; reports what was still open. */
  end(): void;
  /** Releases what is held. */
  close(): void;
  /** How many of the last bytes written are still referred to. Infinity where that is not known. */
  readonly heldInputBytes: number;
  /** True where another input could take the next bytes. Some never are. */
  readonly isSettled?: boolean;
  /** Says at what offset the next bytes lie, which only an input does that can be settled. */
  goOnAt?(offset: number): void;
}

/** What reading an archive needs, of whatever kind it is. */
export type InputParts = {
  sink: WarcSink;
  damage: DamageReport;
  /** `sink` and `damage` are those above. */
  parser: Omit<RecordParserParts, 'sink' | 'damage'>;
  /** Must be told of everything that is inflated. */
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
