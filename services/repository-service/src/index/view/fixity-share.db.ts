// How much of what is stored was read within a time.
import { type Kysely, sql } from 'kysely';
import type { IndexSchema } from '../schema.ts';

export interface FixityShare {
  readonly bytes: number;
  /** Of these, so many lie in segments that were read since. */
  readonly checkedBytes: number;
  /** Segments' objects that are not as they were written, and objects that nothing names. */
  readonly faultyObjects: number;
}

/** Looks at every segment. */
export async function fixityShare(db: Kysely<IndexSchema>, sinceMs: number): Promise<FixityShare> {
  const { rows } = await sql<FixityShare>`
    select coalesce(sum(size_bytes), 0)::bigint as bytes,
      coalesce(sum(size_bytes) filter (where checked_ms >= ${sinceMs}), 0)::bigint as "checkedBytes",
      (count(*) filter (where fault is not null) + (select count(*) from stray_object))::bigint as "faultyObjects"
    from segment`.execute(db);
  return rows[0]!;
}
