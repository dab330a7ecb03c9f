// Notifies the repository bridge of visible changes in an AU. The statements are part of a `with`, in a transaction
// that holds the AU's lock. Without a bridge, they write nothing.
import { buildBridgeInsert, buildRecordingCheck } from '@holdfast/pg-kit';
import { type RawBuilder, sql } from 'kysely';

/** Change of one artifact, or of an AU in which too many artifacts changed to report them individually. */
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
 * SQL condition: whether changes are recorded for a bridge. Evaluated when the AU is locked, so that without a bridge
 * PostgreSQL need not plan the notifications.
 */
export const bridgeRecordingCondition: RawBuilder<boolean> = buildRecordingCheck('repository');

/** Builds the SQL that reports one change of each AU that the query `aus` returns (column `id`). */
export function reportAuChange(aus: RawBuilder<unknown>): RawBuilder<unknown> {
  return buildBridgeInsert(
    'repository',
    sql`
      select json_build_object('kind', 'AuChanged', 'namespace', namespace.name, 'auid', au.auid) as change,
        au.id as number
      from (${aus}) told join au on au.id = told.id join namespace on namespace.id = au.namespace_id`,
  );
}

/** Reports a change of each artifact in `changed`, a query for rows of `artifact`. */
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
