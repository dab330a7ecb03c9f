// Groups the keys under a common parent into entries. In a properties file, adjacent keys with the same name belong to
// one entry.
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

  /** Returns the entry named by the first part of the key below the parent. Returns undefined for keys elsewhere. */
  of(key: string, line: number): PropertyEntry | undefined {
    if (!this.isBelow(key)) return undefined;
    const start = this.#prefix!.length;
    const end = key.indexOf('.', start);
    const name = key.slice(start, end === -1 ? undefined : end);
    return this.#last?.name === name ? this.#last : this.begin(name, line);
  }
}
