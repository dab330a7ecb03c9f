// Damage of an artifact's companions, which leaves the artifact itself readable.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'alter table damage add column in_companions boolean not null default false',
  'alter table damage drop constraint damage_pkey, add primary key (artifact_id, in_payload, in_companions)',
];
