// Notifies the bridge of changes that clients can see in an AU. These statements are part of a `with` in a transaction
// that holds the AU's lock. They write nothing if there is no bridge.
import { isHeard, keepForBridge } from '@holdfast/pg-kit';
import { type RawBuilder, sql } from 'kysely';

/** A change of one artifact, or of so many artifacts of an AU that they are not reported individually. */
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
 * SQL condition: whether changes are recorded for a bridge. Used by the statement that locks an AU, so that PostgreSQL
 * need not plan the recording if there is no bridge.
 */
export const isBridgeNotified: RawBuilder<boolean> = isHeard('repository');

/** Reports a change to many artifacts in each AU whose `id` the query `aus` returns. */
export function reportAuChange(aus: RawBuilder<unknown>): RawBuilder<unknown> {
  return keepForBridge(
    'repository',
    sql`
      select json_build_object('kind', 'AuChanged', 'namespace', namespace.name, 'auid', au.auid) as change,
        au.id as number
      from (${aus}) told join au on au.id = told.id join namespace on namespace.id = au.namespace_id`,
  );
}

/** Reports the artifacts that the query `changed` returns as rows of their table. */
export function reportArtifactChanges(
  kind: Exclude<RepositoryChange['kind'], 'AuChanged'>,
  changed: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return keepForBridge(
    'repository',
    sql`
      select json_build_object('kind', ${kind}::text, 'namespace', namespace.name, 'auid', au.auid,
          'url', changed.url, 'version', changed.version) as change,
        row_number() over (order by changed.id) as number
      from ${changed} changed join au on au.id = changed.au_id join namespace on namespace.id = au.namespace_id`,
  );
}
