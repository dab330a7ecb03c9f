// Changes that a bridge is to tell other programs of, and the bridge, where there is one.
import { createOutbox } from '@holdfast/pg-kit';
import type { Kysely } from 'kysely';

/** Whoever does not know these tables leaves nothing in them: a bridge is told little while both versions run. */
export const worksWith = '0012-user-accounts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createOutbox(db, 'configuration');
}
