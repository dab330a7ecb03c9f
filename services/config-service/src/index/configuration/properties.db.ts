// Table of the properties in each source and stored file.
import type { PropertyValue } from '@holdfast/config-format';
import { sql } from 'kysely';
import type { Db } from '../schema/schema.ts';

/** Replaces all properties of one source or section. `place` is its precedence. */
export async function replaceProperties(
  db: Db,
  place: number,
  properties: ReadonlyMap<string, PropertyValue>,
): Promise<void> {
  await db.deleteFrom('config_property').where('place', '=', place).execute();
  await insertProperties(db, place, properties);
}

export async function insertProperties(
  db: Db,
  place: number,
  properties: ReadonlyMap<string, PropertyValue>,
): Promise<void> {
  if (properties.size === 0) return;
  const keys = [...properties.keys()];
  const values = [...properties.values()].map((value) => JSON.stringify(value));
  await sql`
    insert into config_property (key, place, value)
    select key, ${place}, value::jsonb from unnest(${keys}::text[], ${values}::text[]) as p (key, value)`.execute(
    db,
  );
}
