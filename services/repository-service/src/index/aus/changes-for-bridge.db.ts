// What a bridge is told of: changes to what clients may hold of an AU. Statements for transactions that hold the AU's lock,
// to stand in a `with`; they leave nothing where there is no bridge.
import { isHeard, keepForBridge } from '@holdfast/pg-kit';
import { type RawBuilder, sql } from 'kysely';

/** Of one artifact, or of so many of an AU that they are not told one by one. */
export type RepositoryChange =
  | {
      readonly kind: 'ArtifactCommitted' | 'ArtifactUncommitted' | 'ArtifactDeleted';
      readonly namespace: string;
      readonly auid: string;
      readonly url: string;
      readonly version: number;
    }
  | { readonly kind: 'AuChanged'; readonly namespace: string; readonly auid: string };

/** For the statement that locks an AU: whether what follows is left for a bridge. Where it is not, nothing is planned for it. */
export const isToldOf: RawBuilder<boolean> = isHeard('repository');

/** Many artifacts of the AUs that the query `aus` gives by their `id`. */
export function auTold(aus: RawBuilder<unknown>): RawBuilder<unknown> {
  return keepForBridge(
    'repository',
    sql`
      select json_build_object('kind', 'AuChanged', 'namespace', namespace.name, 'auid', au.auid) as change,
        au.id as number
      from (${aus}) told join au on au.id = told.id join namespace on namespace.id = au.namespace_id`,
  );
}

/** The artifacts that the query `changed` gives as rows of their table. */
export function artifactsTold(
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
