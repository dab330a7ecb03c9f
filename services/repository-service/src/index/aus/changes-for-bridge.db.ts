// Notifies the bridge of the changes in an AU that are visible to clients. The statements are part of a `with` in a
// transaction that holds the AU's lock. They write nothing if there is no bridge.
import { buildBridgeInsert, buildRecordingCheck } from '@holdfast/pg-kit';
import { type RawBuilder, sql } from 'kysely';

/** A change of one artifact, or of too many artifacts of an AU to report them individually. */
export type RepositoryChange =
  | {
      readonly kind: 'ArtifactCommitted' | 'ArtifactUncommitted' | 'ArtifactDeleted';
      readonly namespace: string;
      readonly auid: string;
      readonly url: string;
      readonly version: number;
    }
  | { readonly kind: 'AuChanged'; readonly namespace: string; readonly auid: string };

/**
 * SQL condition that is true if changes are recorded for a bridge. The statement that locks an AU evaluates it. Without
 * a bridge, PostgreSQL then need not plan the statement that records changes.
 */
export const isBridgeNotified: RawBuilder<boolean> = buildRecordingCheck('repository');

/** Reports that many artifacts have changed, for each AU whose `id` the query `aus` returns. */
export function reportAuChange(aus: RawBuilder<unknown>): RawBuilder<unknown> {
  return buildBridgeInsert(
    'repository',
    sql`
      select json_build_object('kind', 'AuChanged', 'namespace', namespace.name, 'auid', au.auid) as change,
        au.id as number
      from (${aus}) told join au on au.id = told.id join namespace on namespace.id = au.namespace_id`,
  );
}

/** Reports the artifacts that the query `changed` returns. The query must return rows of the table `artifact`. */
export function reportArtifactChanges(
  kind: Exclude<RepositoryChange['kind'], 'AuChanged'>,
  changed: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return buildBridgeInsert(
    'repository',
    sql`
      select json_build_object('kind', ${kind}::text, 'namespace', namespace.name, 'auid', au.auid,
          'url', changed.url, 'version', changed.version) as change,
        row_number() over (order by changed.id) as number
      from ${changed} changed join au on au.id = changed.au_id join namespace on namespace.id = au.namespace_id`,
  );
}
