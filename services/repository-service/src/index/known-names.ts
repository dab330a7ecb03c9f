// What the numbers of AUs and segments stand for. As long as they are in the same database that never changes, so it is
// learned once: to join it to the row of an artifact takes PostgreSQL as long as to find the row.
import type { Pool } from '@holdfast/pg-kit';
import { LRUCache } from 'lru-cache';

export interface KnownNames {
  readonly aus: RecentNames<AuName>;
  /** Keys of their objects. */
  readonly segments: RecentNames<string>;
}

export interface AuName {
  readonly namespace: string;
  readonly auid: string;
}

/** Upper bound for the names of one kind, with `FINDING_CHARACTERS` for each. */
const MOST_CHARACTERS = 8 * 1024 * 1024;
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

/** Names by number. The least recently used are forgotten first. */
export class RecentNames<Name extends object | string> {
  readonly #names: LRUCache<number, Name>;

  constructor(lengthOf: (name: Name) => number) {
    const sizeCalculation = (name: Name) => lengthOf(name) + FINDING_CHARACTERS;
    this.#names = new LRUCache({ maxSize: MOST_CHARACTERS, sizeCalculation });
  }

  of(id: number): Name | undefined {
    return this.#names.get(id);
  }

  learn(id: number, name: Name): void {
    this.#names.set(id, name);
  }

  forget(): void {
    this.#names.clear();
  }
}
