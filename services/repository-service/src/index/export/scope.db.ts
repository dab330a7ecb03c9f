// Finds the AUs of an export, and a version of their content that changes with every modification. Needs only one cheap
// query.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { IndexSchema } from '../schema.ts';

export interface ExportScope {
  readonly namespaceId: number;
  /** ID of the AU. Undefined for all AUs of the namespace. */
  readonly auId: number | undefined;
  /**
   * Version of the content of these AUs. Every modification updates an AU's row, or registers or clears damage, and
   * thereby changes this value.
   */
  readonly state: string;
}

export interface ExportLocation {
  readonly namespace: string;
  /** SHA-256 of the AUID. Undefined for all AUs of the namespace. */
  readonly auidHash: Buffer | undefined;
}

/** Finds the AUs of an export. Returns undefined if the AU does not exist or the namespace is empty. */
export async function findExportScope(
  db: Kysely<IndexSchema>,
  place: ExportLocation,
): Promise<ExportScope | undefined> {
  const { rows } = await buildScopeQuery(place).execute(db);
  return toExportScope(place, rows[0]);
}

/** Returns a query for at most one row, which `toExportScope` converts. */
export function buildScopeQuery({ namespace, auidHash }: ExportLocation): RawBuilder<ScopeRow> {
  return sql<ScopeRow>`
    select max(namespace.id) as "namespaceId", max(au.id) as "auId",
      concat_ws(' ', count(*), sum(hashtextextended(au.id || ' ' || au.xmin::text || ' ' || au.artifact_count, 0)),
        sum((select count(*) from damage where au_id = au.id)),
        max((select max(found_ms) from damage where au_id = au.id))) as state
    from namespace join au on au.namespace_id = namespace.id
    where namespace.name = ${namespace}
      and (au.artifact_count > 0 or exists (
        select from segment join kept_record on kept_record.segment_id = segment.id
        where segment.au_id = au.id and kept_record.artifact_id is null))
      and ${auidHash === undefined ? sql`true` : sql`au.auid_sha256 = ${auidHash}`}
    having count(*) > 0`;
}

export interface ScopeRow {
  readonly namespaceId: number;
  readonly auId: number;
  readonly state: string;
}

export function toExportScope(
  { auidHash }: ExportLocation,
  row: ScopeRow | undefined,
): ExportScope | undefined {
  return row && { ...row, auId: auidHash === undefined ? undefined : row.auId };
}
