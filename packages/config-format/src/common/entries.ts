// Groups the properties under a parent key into entries. In a properties file, consecutive properties with the same
// entry name form one entry.
import type { PropertyEntry } from './types.ts';

export class EntryGrouper {
  readonly #prefix: string | undefined;
  #last: PropertyEntry | undefined;

  constructor(under: string | undefined) {
    this.#prefix = under === undefined ? undefined : `${under}.`;
  }

  isBelow(key: string): boolean {
    return this.#prefix !== undefined && key.length > this.#prefix.length && key.startsWith(this.#prefix);
  }

  isParent(key: string): boolean {
    return (
      this.#prefix !== undefined && key.length === this.#prefix.length - 1 && this.#prefix.startsWith(key)
    );
  }

  /** Starts a new entry. */
  begin(name: string, line: number): PropertyEntry {
    this.#last = { number: (this.#last?.number ?? 0) + 1, name, line };
    return this.#last;
  }

  /**
   * Returns the entry of a property. Its name is the first component of the key below the parent key. Returns undefined
   * if the key is not below the parent key.
   */
  of(key: string, line: number): PropertyEntry | undefined {
    if (!this.isBelow(key)) return undefined;
    const start = this.#prefix!.length;
    const end = key.indexOf('.', start);
    const name = key.slice(start, end === -1 ? undefined : end);
    return this.#last?.name === name ? this.#last : this.begin(name, line);
  }
}
