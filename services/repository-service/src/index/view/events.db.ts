// What is known to have happened to one artifact.
import { type Kysely, sql } from 'kysely';
import type { IndexSchema } from '../schema.ts';

/** When all of the segment was last read; undefined: not since it was written. */
export async function checkedMsOf(db: Kysely<IndexSchema>, segmentId: number): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    select checked_ms as ms from segment where id = ${segmentId}`.execute(db);
  return rows[0]?.ms ?? undefined;
}

export interface DamageEvent {
  readonly event: 'damaged' | 'repaired' | 'well';
  readonly atMs: number;
  readonly detail: string | null;
}

const MOST_EVENTS = 200;

/** Oldest first; the newest so many. */
export async function damageEvents(db: Kysely<IndexSchema>, uuid: string): Promise<DamageEvent[]> {
  const { rows } = await sql<DamageEvent>`
    select case event when 1 then 'damaged' when 2 then 'repaired' else 'well' end as event, at_ms as "atMs", detail
    from artifact_event where artifact_id = ${uuid}::uuid order by id desc limit ${MOST_EVENTS}`.execute(db);
  return rows.reverse();
}
