// Generations of the title database: beginning one, swapping it in, and removing what is not served. A generation whose
// rows are not served is listed in tdb_load, from its beginning to the removal of its last row.
import { inTransaction } from '@holdfast/pg-kit';
import { sql } from 'kysely';
import type { Db } from '../schema/schema.ts';

/** Another replica took over and removed what this one had stored. */
export class LoadSupersededError extends Error {
  override readonly name = 'LoadSupersededError';
}

export interface Served {
  readonly generation: number;
  readonly fingerprint: string | null;
  /** The sources that it was read from. */
  readonly sources: readonly string[];
  readonly problems: readonly string[];
  /** Entries that were left out, because the same AU came before. */
  readonly duplicates: number;
}

export async function servedGeneration(db: Db): Promise<Served> {
  return db
    .selectFrom('tdb_state')
    .select(['generation', 'fingerprint', 'sources', 'problems', 'duplicates'])
    .executeTakeFirstOrThrow();
}

export async function beginGeneration(db: Db, nowMs: number): Promise<number> {
  const { generation } = await db
    .insertInto('tdb_load')
    .values({ generation: sql<number>`nextval('tdb_generation')`, started_ms: nowMs })
    .returning('generation')
    .executeTakeFirstOrThrow();
  return generation;
}

/** To be called first in a transaction that stores rows: until its end nobody removes the generation. */
export async function holdGeneration(db: Db, generation: number): Promise<void> {
  const held = await db
    .selectFrom('tdb_load')
    .select('generation')
    .where('generation', '=', generation)
    .forKeyShare()
    .executeTakeFirst();
  if (held === undefined) throw new LoadSupersededError('another load of the title database took over');
}

/** Swaps the generation in. Once this has committed, every query sees it, and none sees a mixture. */
export async function serveGeneration(
  db: Db,
  generation: number,
  loaded: Omit<Served, 'generation'> & { readonly loadedMs: number },
): Promise<void> {
  await analyze(db);
  await inTransaction(db, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('tdb_load')
      .where('generation', '=', generation)
      .executeTakeFirstOrThrow();
    if (numDeletedRows !== 1n) throw new LoadSupersededError('another load of the title database took over');
    const before = await tx
      .selectFrom('tdb_state')
      .select('generation')
      .forUpdate()
      .executeTakeFirstOrThrow();
    await tx
      .updateTable('tdb_state')
      .set({
        generation,
        loaded_ms: loaded.loadedMs,
        fingerprint: loaded.fingerprint,
        sources: JSON.stringify(loaded.sources),
        problems: JSON.stringify(loaded.problems),
        duplicates: loaded.duplicates,
      })
      .execute();
    if (before.generation === 0) return;
    await tx
      .insertInto('tdb_load')
      .values({ generation: before.generation, started_ms: loaded.loadedMs })
      .execute();
  });
}

/** Removes what a load that ended early left behind, and generations that were served before. */
export async function removeUnserved(db: Db, signal?: AbortSignal): Promise<void> {
  const rows = await db.selectFrom('tdb_load').select('generation').execute();
  for (const { generation } of rows) {
    signal?.throwIfAborted();
    await removeGeneration(db, generation);
  }
}

/** Waits for a transaction that stores rows of it; the next one finds that the generation is gone. */
export async function removeGeneration(db: Db, generation: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.deleteFrom('tdb_load').where('generation', '=', generation).execute();
    for (const table of ['tdb_au', 'tdb_title', 'tdb_publisher'] as const) {
      await tx.deleteFrom(table).where('generation', '=', generation).execute();
    }
  });
}

/** Without this, plans for a database of another size would be kept until PostgreSQL notices by itself. */
async function analyze(db: Db): Promise<void> {
  await sql`analyze tdb_publisher, tdb_title, tdb_au`.execute(db);
}

/**
 * The number of a generation that is being read in, for conditions of look-ups, hidden from the planner. Its statistics
 * know of no such generation yet: seeing the number it would expect hardly any rows, take any index that begins with
 * the generation, and go through all of its rows again and again.
 */
export function hiddenFromPlanner(generation: number) {
  return sql<number>`(select ${generation}::integer)`;
}
