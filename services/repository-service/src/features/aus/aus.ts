// Lists AUs, returns their sizes and summaries, and starts and finishes bulk transfers. While an AU is in
// bulk transfer, its artifacts cannot be deleted. Nothing visible to clients is deferred: a batch updates
// counters, latest versions and the replay index in its transaction for all its rows at once, so deferring
// would save nothing. Only the planner's statistics wait for `finish`, which gathers them once.
import type { AuidPageInfo, AuSize } from '@holdfast/api-types';
import { isMarkedBulk, markBulk, refreshStatistics, unmarkBulk } from '../../index/aus/au.db.ts';
import { countAus, type HeldAu, listAuids, readAuSizes, readAuSummaries } from '../../index/aus/aus.db.ts';
import { hashAuid } from '../../ingest/storing/segment.ts';
import type { ListingDeps } from '../artifacts/artifact-page.ts';
import { auNotInBulkTransfer, noSuchNamespace } from '../errors.ts';
import { createPages, type PageQuery } from '../shared/paging.ts';
import type { RequestLink } from '../shared/request-link.ts';

export async function listAuidsOfNamespace(
  { listingDb, tokens, pageLimits }: ListingDeps,
  namespace: string,
  query: PageQuery,
  link: RequestLink,
): Promise<AuidPageInfo> {
  const paging = createPages<string>(tokens, pageLimits, ['AUIDs', namespace]);
  const { limit, after, totalCount } = paging.request(query);
  const found = await listAuids(listingDb.kysely, namespace, { after, limit: limit + 1 });
  if (found.length === 0 && after === undefined) throw noSuchNamespace(namespace);
  const auids = found.slice(0, limit);
  const last = found.length > limit ? auids.at(-1) : undefined;
  const total = totalCount ?? (await countAus(listingDb.kysely, namespace));
  return { auids, pageInfo: paging.info({ totalCount: total, items: auids.length, link, last }) };
}

interface AuName {
  readonly namespace: string;
  readonly auid: string;
}

/** Idempotent. Creates a missing AU, which stays invisible until it has an artifact. */
export async function startBulk({ db }: Pick<ListingDeps, 'db'>, { namespace, auid }: AuName): Promise<void> {
  await markBulk(db, { namespace, auid, hash: hashAuid(auid) });
}

/** Throws 404 if the AU is not marked. The mark is removed last, so that an interrupted finish can be repeated. */
export async function finishBulk(
  { db }: Pick<ListingDeps, 'db'>,
  { namespace, auid }: AuName,
): Promise<void> {
  const au = { namespace, auid, hash: hashAuid(auid) };
  if (!(await isMarkedBulk(db, au))) throw auNotInBulkTransfer(auid, namespace);
  await refreshStatistics(db);
  if (!(await unmarkBulk(db, au))) throw auNotInBulkTransfer(auid, namespace);
}

/** Sizes are in bytes; undefined for an AU without artifacts. */
export async function readAuSize(
  { db }: Pick<ListingDeps, 'db'>,
  { namespace, auid }: AuName,
): Promise<AuSize | undefined> {
  const sizes = await readAuSizes(db, namespace, hashAuid(auid));
  return (
    sizes && {
      totalAllVersions: sizes.allVersionsBytes,
      totalLatestVersions: sizes.latestVersionsBytes,
      totalWarcSize: sizes.warcBytes,
    }
  );
}

/**
 * Returns the AUs among these that have artifacts, in the order in which they were first named. Without a
 * namespace, searches all namespaces and returns an AU once for each, ordered by namespace.
 */
export async function readSummaries(
  { db }: Pick<ListingDeps, 'db'>,
  namespace: string | undefined,
  auids: readonly string[],
): Promise<HeldAu[]> {
  const wanted = [...new Set(auids)];
  const found = await readAuSummaries(db, namespace, wanted.map(hashAuid));
  const byAuid = Map.groupBy(
    found.sort((one, other) => (one.namespace < other.namespace ? -1 : 1)),
    ({ auid }) => auid,
  );
  return wanted.flatMap((auid) => byAuid.get(auid) ?? []);
}
