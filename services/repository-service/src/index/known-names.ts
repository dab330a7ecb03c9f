// What the numbers of AUs and segments stand for. As long as they are in the same database that never changes, so it is
// learned once: to join it to the row of an artifact takes PostgreSQL as long as to find the row.
import type { Pool } from '@holdfast/pg-kit';

export interface KnownNames {
  readonly aus: RecentNames<AuName>;
  /** Keys of their objects. */
  readonly segments: RecentNames<string>;
}

export interface AuName {
  readonly namespace: string;
  readonly auid: string;
}

/** Of each kind twice as many characters are kept at most, and what it takes to find them. */
const MOST_CHARACTERS = 4 * 1024 * 1024;
const FINDING_CHARACTERS = 100;

const byPool = new WeakMap<Pool, KnownNames>();

export function knownNames(pool: Pool): KnownNames {
  const known = byPool.get(pool);
  if (known !== undefined) return known;
  const aus = new RecentNames<AuName>(({ namespace, auid }) => namespace.length + auid.length);
  const segments = new RecentNames<string>((key) => key.length);
  // No database takes the place of another one while anybody is connected to it.
  pool.on('remove', () => {
    aus.forget();
    segments.forget();
  });
  const names = { aus, segments };
  byPool.set(pool, names);
  return names;
}

export class RecentNames<Name> {
  readonly #lengthOf: (name: Name) => number;
  #recent = new Map<number, Name>();
  /** Those of the time before. */
  #older = new Map<number, Name>();
  #characters = 0;

  constructor(lengthOf: (name: Name) => number) {
    this.#lengthOf = lengthOf;
  }

  of(id: number): Name | undefined {
    const recent = this.#recent.get(id);
    if (recent !== undefined) return recent;
    const older = this.#older.get(id);
    if (older !== undefined) this.learn(id, older);
    return older;
  }

  learn(id: number, name: Name): void {
    if (this.#characters >= MOST_CHARACTERS) {
      this.#older = this.#recent;
      this.#recent = new Map();
      this.#characters = 0;
    }
    this.#recent.set(id, name);
    this.#characters += this.#lengthOf(name) + FINDING_CHARACTERS;
  }

  forget(): void {
    this.#older = new Map();
    this.#recent = new Map();
    this.#characters = 0;
  }
}
