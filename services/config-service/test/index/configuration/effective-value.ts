// What a property of the configuration is now, whichever source or stored file sets it.
import type { Value } from '@holdfast/config-format';
import type { Kysely } from 'kysely';
import type { ConfigSchema } from '../../../src/index/schema/schema.ts';

/** Undefined: nobody sets it. Titles are not among them. */
export async function effectiveValue(db: Kysely<ConfigSchema>, key: string): Promise<Value | undefined> {
  const row = await db
    .selectFrom('config_property')
    .select('value')
    .where('key', '=', key)
    .orderBy('place', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.value;
}
