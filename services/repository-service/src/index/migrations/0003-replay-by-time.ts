// Captures of a namespace by time alone: the nearest to a moment among those of very many URLs.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index artifact_by_time on artifact (namespace_id, collection_ms)`.execute(db);
}
