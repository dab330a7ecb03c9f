// Reads and stores many AUs at once, with all their documents.
import { sql } from 'kysely';
import type { AuConfigurationMap, JsonObject } from '../../domain/aus/documents.ts';
import type { Db } from '../schema/schema.ts';
import type { NewAu } from './au-configuration.db.ts';

/** All stored data of an AU. A document is undefined if it is not stored. */
export interface StoredRecord {
  readonly auid: string;
  readonly configuration: AuConfigurationMap | undefined;
  readonly state: JsonObject | undefined;
  /** Agreement entries by peer ID, in byte order. */
  readonly agreements: readonly (readonly [peerId: string, entry: JsonObject])[] | undefined;
  readonly suspectUrls: JsonObject | undefined;
  readonly noAuPeers: JsonObject | undefined;
}

type Row = Pick<StoredRecord, 'auid'> & {
  readonly [Name in Exclude<keyof StoredRecord, 'auid'>]: Exclude<StoredRecord[Name], undefined> | null;
};

const PAGE_AUS = 200;
/**
 * Limit on the total length of the documents on a page, as JSON text. The AU that exceeds the limit is the last AU on
 * the page.
 */
const PAGE_BYTES = 8 * 1024 * 1024;

const columns = sql`au.auid, c.configuration, s.document as state, g.agreements, u.document as "suspectUrls",
  n.document as "noAuPeers"`;
const joins = sql`
  left join au_configuration as c on c.auid = au.auid
  left join au_state as s on s.auid = au.auid
  left join lateral (
    select jsonb_agg(jsonb_build_array(peer_id, entry) order by peer_id) as agreements
    from au_agreement where auid = au.auid) as g on true
  left join au_suspect_urls as u on u.auid = au.auid
  left join no_au_peers as n on n.auid = au.auid`;

/** Returns the next page of AUs with any stored data, in byte order. Returns an empty array after the last one. */
export async function selectRecordsAfter(db: Db, after: string): Promise<StoredRecord[]> {
  const next = (table: string) =>
    sql`(select auid from ${sql.table(table)} where auid > ${after} order by auid limit ${PAGE_AUS})`;
  // Skips from AU to AU in the index, because an AU may have thousands of agreements.
  const agreed = sql`(
    with recursive agreed (auid, number) as (
      (select auid, 1 from au_agreement where auid > ${after} order by auid limit 1)
      union all
      select following.auid, number + 1 from agreed cross join lateral (
        select auid from au_agreement where auid > agreed.auid order by auid limit 1) as following
      where number < ${PAGE_AUS}
    )
    select auid from agreed)`;
  const tables = ['au_configuration', 'au_state', 'au_suspect_urls', 'no_au_peers'].map(next);
  const { rows } = await sql<Row>`
    select auid, configuration, state, agreements, "suspectUrls", "noAuPeers" from (
      select ${columns}, coalesce(sum(length(concat(s.document, g.agreements, u.document, n.document)))
        over (order by au.auid rows between unbounded preceding and 1 preceding), 0) as before
      from (
        select auid from (${sql.join([...tables, agreed], sql` union `)}) as any_of order by auid limit ${PAGE_AUS}
      ) as au ${joins}) as page
    where before < ${PAGE_BYTES} order by auid`.execute(db);
  return rows.map(recordOf);
}

export async function selectRecords(db: Db, auids: readonly string[]): Promise<Map<string, StoredRecord>> {
  const { rows } = await sql<Row>`
    select ${columns} from unnest(${auids}::text[]) as au (auid) ${joins}`.execute(db);
  return new Map(rows.map((row) => [row.auid, recordOf(row)]));
}

function recordOf({ auid, configuration, state, agreements, suspectUrls, noAuPeers }: Row): StoredRecord {
  return {
    auid,
    configuration: configuration ?? undefined,
    state: state ?? undefined,
    agreements: agreements ?? undefined,
    suspectUrls: suspectUrls ?? undefined,
    noAuPeers: noAuPeers ?? undefined,
  };
}

/** An AU to store, and the time at which it was first configured. */
export interface AuToStore extends NewAu {
  readonly createdMs: number;
}

export async function upsertAus(db: Db, aus: readonly AuToStore[], nowMs: number): Promise<void> {
  if (aus.length === 0) return;
  await sql`
    insert into au_configuration (auid, plugin_id, configuration, created_ms, updated_ms, made_name, name_rule)
    select auid, plugin_id, configuration::jsonb, created_ms, ${nowMs}, name, rule
    from unnest(
      ${aus.map(({ auid }) => auid)}::text[],
      ${aus.map(({ pluginId }) => pluginId)}::text[],
      ${aus.map(({ configuration }) => JSON.stringify(configuration))}::text[],
      ${aus.map(({ createdMs }) => createdMs)}::bigint[],
      ${aus.map(({ madeName }) => madeName.name)}::text[],
      ${aus.map(({ madeName }) => madeName.rule)}::text[]
    ) as new (auid, plugin_id, configuration, created_ms, name, rule)
    order by auid collate "C"
    on conflict (auid) do update
    set plugin_id = excluded.plugin_id, configuration = excluded.configuration, updated_ms = excluded.updated_ms,
      made_name = excluded.made_name, name_rule = excluded.name_rule`.execute(db);
}

export interface AuDocument {
  readonly auid: string;
  readonly document: JsonObject;
}

export async function upsertDocuments(
  db: Db,
  table: 'au_state' | 'au_suspect_urls' | 'no_au_peers',
  documents: readonly AuDocument[],
): Promise<void> {
  if (documents.length === 0) return;
  await sql`
    insert into ${sql.table(table)} (auid, document)
    select auid, document::jsonb
    from unnest(
      ${documents.map(({ auid }) => auid)}::text[],
      ${documents.map(({ document }) => JSON.stringify(document))}::text[]
    ) as new (auid, document)
    order by auid collate "C"
    on conflict (auid) do update set document = excluded.document`.execute(db);
}

export interface AuAgreementEntries {
  readonly auid: string;
  readonly entries: readonly (readonly [peerId: string, entry: JsonObject])[];
}

/** Replaces all agreements of these AUs. */
export async function replaceAgreements(db: Db, aus: readonly AuAgreementEntries[]): Promise<void> {
  if (aus.length === 0) return;
  const rows = aus.flatMap(({ auid, entries }) =>
    entries.map(([peerId, entry]) => ({ auid, peerId, entry })),
  );
  await sql`delete from au_agreement where auid = any(${aus.map(({ auid }) => auid)}::text[])`.execute(db);
  await sql`
    insert into au_agreement (auid, peer_id, entry)
    select auid, peer_id, entry::jsonb
    from unnest(
      ${rows.map(({ auid }) => auid)}::text[],
      ${rows.map(({ peerId }) => peerId)}::text[],
      ${rows.map(({ entry }) => JSON.stringify(entry))}::text[]
    ) as new (auid, peer_id, entry)
    order by auid collate "C", peer_id collate "C"
    on conflict (auid, peer_id) do update set entry = excluded.entry`.execute(db);
}
