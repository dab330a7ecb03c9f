// Functions that leave changes for a bridge where there is one, and cost next to nothing where there is none.
import { createOutboxFunctions } from '@holdfast/pg-kit';
import type { Kysely } from 'kysely';

/** Whoever does not know the functions looks into the tables, as they do. */
export const worksWith = '0011-in-view';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createOutboxFunctions(db, 'repository');
}
