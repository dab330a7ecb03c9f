// How much of what is stored was read within a time.
import { type Kysely, sql } from 'kysely';
import type { IndexSchema } from '../schema.ts';

export interface FixityShare {
  readonly bytes: number;
  /** Of these, so many lie in segments that were read since. */
  readonly checkedBytes: number;
}

/** Looks at every segment. */
export async function fixityShare(db: Kysely<IndexSchema>, sinceMs: number): Promise<FixityShare> {
  const { rows } = await sql<FixityShare>`
    select coalesce(sum(size_bytes), 0)::bigint as bytes,
      coalesce(sum(size_bytes) filter (where checked_ms >= ${sinceMs}), 0)::bigint as "checkedBytes"
    from segment`.execute(db);
  return rows[0]!;
}
