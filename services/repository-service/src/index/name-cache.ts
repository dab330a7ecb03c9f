// Caches the names of AUs and segments by ID. Within a database, the name of an ID never changes. Joining the names in
// PostgreSQL would take as long as finding the artifact's row.
import type { Pool } from '@holdfast/pg-kit';
import { LRUCache } from 'lru-cache';

export interface NameCache {
  readonly aus: RecentNames<AuName>;
  /** Object keys of segments, by segment ID. */
  readonly segments: RecentNames<string>;
}

export interface AuName {
  readonly namespace: string;
  readonly auid: string;
}

/**
 * Maximum total length of the cached names of one kind, in characters. Each name counts `CHARACTERS_PER_NAME` in
 * addition to its length.
 */
const MAX_CHARACTERS = 8 * 1024 * 1024;
const CHARACTERS_PER_NAME = 100;

const byPool = new WeakMap<Pool, NameCache>();

export function openNameCache(pool: Pool): NameCache {
  const known = byPool.get(pool);
  if (known !== undefined) return known;
  const aus = new RecentNames<AuName>(({ namespace, auid }) => namespace.length + auid.length);
  const segments = new RecentNames<string>((key) => key.length);
  // Empty the cache when a connection closes, because the next connection may be to a different database.
  pool.on('remove', () => {
    aus.forget();
    segments.forget();
  });
  const names = { aus, segments };
  byPool.set(pool, names);
  return names;
}

/** Names by ID. Evicts the least recently used names. */
export class RecentNames<Name extends object | string> {
  readonly #names: LRUCache<number, Name>;

  constructor(lengthOf: (name: Name) => number) {
    const sizeCalculation = (name: Name) => lengthOf(name) + CHARACTERS_PER_NAME;
    this.#names = new LRUCache({ maxSize: MAX_CHARACTERS, sizeCalculation });
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
