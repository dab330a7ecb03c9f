// Selects the artifacts in the scope of a requested fixity check, in ascending order of their IDs.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { CheckScope } from '../../domain/fixity-check.ts';
import { formatPlainArray } from '../arrays.ts';
import type { IndexSchema } from '../schema.ts';
import { findPrefixEnd, toUrlOrder } from '../url-order.ts';

/** Maximum number of characters in an entry of the URL indexes. */
const MAX_HEAD = 500;

/**
 * Returns the condition that selects the artifacts in the scope. `runId`: ID of the check, needed if the scope is a
 * list.
 */
export function buildCheckScope(scope: CheckScope, runId: string): RawBuilder<unknown> {
  switch (scope.kind) {
    case 'node':
      return sql`true`;
    case 'namespace':
      return sql`artifact.namespace_id = ${selectNamespaceId(scope.namespace)}`;
    case 'au':
      return sql`artifact.au_id = ${selectAuId(scope.namespace, scope.auid)}`;
    case 'urlPrefix':
      return buildPrefixScope(scope);
    case 'list':
      return sql`artifact.id in (select artifact_id from fixity_run_item where run_id = ${runId}::uuid)`;
  }
}

/** Returns a query for the number of artifacts in the scope. Uses the counters of the AUs where possible. */
export function buildCheckCount(scope: CheckScope, runId: string): RawBuilder<unknown> {
  const counted = sql`select coalesce(sum(artifact_count), 0)::bigint from au`;
  if (scope.kind === 'node') return counted;
  if (scope.kind === 'namespace')
    return sql`${counted} where namespace_id = ${selectNamespaceId(scope.namespace)}`;
  if (scope.kind === 'au') return sql`${counted} where id = ${selectAuId(scope.namespace, scope.auid)}`;
  return sql`select count(*) from artifact where ${buildCheckScope(scope, runId)}`;
}

/** Returns whether an artifact's URL begins with the prefix. */
export async function hasUrlPrefix(
  db: Kysely<IndexSchema>,
  scope: Extract<CheckScope, { kind: 'urlPrefix' }>,
): Promise<boolean> {
  const { rows } = await sql`select from artifact where ${buildPrefixScope(scope)} limit 1`.execute(db);
  return rows.length > 0;
}

/** Returns the UUIDs that do not belong to an artifact of the namespace. */
export async function findUnknownArtifacts(
  db: Kysely<IndexSchema>,
  namespace: string,
  uuids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select wanted.id from unnest(${formatPlainArray(uuids)}::uuid[]) wanted(id)
    where not exists (
      select from artifact where artifact.id = wanted.id and namespace_id = ${selectNamespaceId(namespace)})
    order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns whether the namespace contains artifacts. */
export async function hasArtifactsIn(db: Kysely<IndexSchema>, namespace: string): Promise<boolean> {
  const { rows } = await sql`
    select from au where namespace_id = ${selectNamespaceId(namespace)} and artifact_count > 0 limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

function buildPrefixScope({
  namespace,
  auid,
  urlPrefix,
}: Extract<CheckScope, { kind: 'urlPrefix' }>): RawBuilder<unknown> {
  const within =
    auid === undefined
      ? sql`artifact.namespace_id = ${selectNamespaceId(namespace)}`
      : sql`artifact.au_id = ${selectAuId(namespace, auid)}`;
  // The index range contains every URL with the prefix, and possibly other URLs, which `starts_with` excludes.
  const from = Array.from(toUrlOrder(urlPrefix)).slice(0, MAX_HEAD).join('');
  const end = findPrefixEnd(from);
  const below = end === undefined ? sql`true` : sql`url_head(url) < ${end}`;
  return sql`${within} and url_head(url) >= ${from} and ${below} and starts_with(url, ${urlPrefix})`;
}

const selectNamespaceId = (namespace: string) => sql`(select id from namespace where name = ${namespace})`;
const selectAuId = (namespace: string, auid: string) => sql`(
  select id from au
  where namespace_id = ${selectNamespaceId(namespace)} and auid_sha256 = sha256(convert_to(${auid}, 'UTF8')))`;
