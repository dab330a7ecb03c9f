// Tables of state documents. Each write is a single statement that does not depend on an earlier read, so that no
// concurrent write is lost.
import { sql } from 'kysely';
import type { JsonObject } from '../../domain/aus/documents.ts';
import type { Db } from '../schema/schema.ts';

export type DocumentTable = 'au_state' | 'au_suspect_urls' | 'no_au_peers';

export async function selectDocument(
  db: Db,
  table: DocumentTable,
  auid: string,
): Promise<JsonObject | undefined> {
  const { rows } = await sql<{ document: JsonObject }>`
    select document from ${sql.table(table)} where auid = ${auid}`.execute(db);
  return rows[0]?.document;
}

export async function replaceDocument(
  db: Db,
  table: DocumentTable,
  { auid, document }: { auid: string; document: JsonObject },
): Promise<void> {
  await sql`
    insert into ${sql.table(table)} (auid, document) values (${auid}, ${JSON.stringify(document)})
    on conflict (auid) do update set document = excluded.document`.execute(db);
}

/** Changes only the given fields of the state. */
export async function mergeState(
  db: Db,
  { auid, members }: { auid: string; members: JsonObject },
): Promise<void> {
  await sql`
    insert into au_state (auid, document) values (${auid}, ${JSON.stringify(members)})
    on conflict (auid) do update set document = au_state.document || excluded.document`.execute(db);
}

/** Returns the agreement entries in the byte order of the peer IDs. */
export async function selectAgreements(db: Db, auid: string): Promise<[peerId: string, entry: JsonObject][]> {
  const { rows } = await sql<{ peerId: string; entry: JsonObject }>`
    select peer_id as "peerId", entry from au_agreement where auid = ${auid} order by peer_id`.execute(db);
  return rows.map(({ peerId, entry }) => [peerId, entry]);
}

/**
 * Replaces the agreement entries of the given peers and keeps all other entries. Locks rows in the order of the peer
 * IDs.
 */
export async function upsertAgreements(
  db: Db,
  auid: string,
  entries: readonly (readonly [peerId: string, entry: JsonObject])[],
): Promise<void> {
  await sql`
    insert into au_agreement (auid, peer_id, entry)
    select ${auid}, peer_id, entry::jsonb
    from unnest(
      ${entries.map(([peerId]) => peerId)}::text[],
      ${entries.map(([, entry]) => JSON.stringify(entry))}::text[]
    ) as new (peer_id, entry)
    order by peer_id collate "C"
    on conflict (auid, peer_id) do update set entry = excluded.entry`.execute(db);
}
