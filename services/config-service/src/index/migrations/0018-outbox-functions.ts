// Functions that leave changes for a bridge where there is one, and cost next to nothing where there is none.
import { createOutboxFunctions } from '@holdfast/pg-kit';
import type { Kysely } from 'kysely';

/** Whoever does not know the functions looks into the tables, as they do. */
export const worksWith = '0004-titles';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createOutboxFunctions(db, 'configuration');
}
