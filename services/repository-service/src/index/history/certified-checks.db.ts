// Lists the finished checks that cover a whole AU. A check of the AU always covers the AU. A check of its namespace or
// of the node does so if it started after the AU's content had arrived. Omits checks of URL prefixes and lists, which
// cover only part of an AU.
import { type Kysely, sql } from 'kysely';
import type { CheckScope } from '../../domain/fixity-check.ts';
import { type FixityRun, type RunRow, runColumns, toRun } from '../checks/runs.db.ts';
import { finishedByScopeIndex } from '../migrations/first/checks.ts';
import type { IndexSchema } from '../schema.ts';
import { findArtifactArrival } from './arrivals.db.ts';

export interface CertifiedAu {
  readonly namespace: string;
  readonly auid: string;
  /** Whether to include checks of the whole node, whose counts include other namespaces. */
  readonly withNode: boolean;
}

/** Position in the list, which is sorted by the end time of the checks, latest first. */
export interface CertifiedPosition {
  readonly endedMs: number;
  readonly id: string;
}

export async function listCertifiedChecks(
  db: Kysely<IndexSchema>,
  { namespace, auid, withNode }: CertifiedAu,
  { after, limit }: { readonly after: CertifiedPosition | undefined; readonly limit: number },
): Promise<FixityRun[]> {
  const arrivedMs = await findAuArrival(db, namespace, auid);
  const wider: CheckScope[] = [
    { kind: 'namespace', namespace },
    ...(withNode ? [{ kind: 'node' } as const] : []),
  ];
  const scopes = [
    { scope: { kind: 'au', namespace, auid } satisfies CheckScope, sinceMs: 0 },
    ...(arrivedMs === undefined ? [] : wider.map((scope) => ({ scope, sinceMs: arrivedMs }))),
  ];
  const isOlder =
    after === undefined ? sql`true` : sql`(ended_at, id) < (${toTime(after.endedMs)}, ${after.id}::uuid)`;
  // Each subquery reads at most one result page.
  const parts = scopes.map(({ scope, sinceMs }) => {
    const wanted = sql`${JSON.stringify(scope)}::jsonb`;
    return sql`(
      select * from fixity_run
      where ${sql.raw(finishedByScopeIndex.key)} = jsonb_hash_extended(${wanted}, 0) and scope = ${wanted}
        and ${sql.raw(finishedByScopeIndex.condition)} and started_at >= ${toTime(sinceMs)} and ${isOlder}
      order by ended_at desc, id desc limit ${limit})`;
  });
  const { rows } = await sql<RunRow>`
    select ${runColumns} from (${sql.join(parts, sql` union all `)}) fixity_run
    order by ended_at desc, id desc limit ${limit}`.execute(db);
  return rows.map(toRun);
}

const toTime = (ms: number) => sql`to_timestamp(${ms}::float8 / 1000)`;

/**
 * Returns when an artifact of the AU's oldest segment was stored in this node, or undefined if the AU has no artifacts.
 * Reads the time from the events: the artifact's own date may come from another node, and compaction changes the date
 * of a segment.
 */
async function findAuArrival(
  db: Kysely<IndexSchema>,
  namespace: string,
  auid: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: string; createdMs: number }>`
    select artifact.id, created_ms as "createdMs" from segment
    join lateral (select id from artifact where segment_id = segment.id limit 1) artifact on true
    where segment.au_id = (
      select au.id from au join namespace on namespace.id = au.namespace_id
      where namespace.name = ${namespace} and auid_sha256 = sha256(convert_to(${auid}, 'UTF8')))
    order by segment.id limit 1`.execute(db);
  if (!rows[0]) return undefined;
  const { id, createdMs } = rows[0];
  return (await findArtifactArrival(db, id)) ?? createdMs;
}
