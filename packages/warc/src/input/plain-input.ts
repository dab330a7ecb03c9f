// Input that is not compressed: the records lie in it as they are.

import type { ContentParser } from '../record/content-parser.ts';
import type { ArchiveInput } from './archive-input.ts';

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
