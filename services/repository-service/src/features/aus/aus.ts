// Lists AUs, returns their sizes and summaries, and starts and finishes bulk transfers. During a bulk transfer, the
// artifacts of an AU cannot be deleted. Everything that clients can see is updated immediately. Deferring updates of
// counters, latest versions and the replay index would save nothing, because the transaction of each batch makes them
// for all rows together. Finishing a transfer only updates the statistics of PostgreSQL's planner.
import type { AuidPageInfo, AuSize } from '@holdfast/api-types';
import {
  clearBulkTransfer,
  isInBulkTransfer,
  markBulkTransfer,
  refreshStatistics,
} from '../../index/aus/au.db.ts';
import {
  type AuHoldingsRow,
  countAus,
  listAuids,
  readAuSizes,
  readAuSummaries,
} from '../../index/aus/aus.db.ts';
import { hashAuid } from '../../ingest/storing/segment.ts';
import type { ListingDeps } from '../artifacts/artifact-page.ts';
import { makeAuNotInBulkTransferError, makeNoSuchNamespaceError } from '../errors.ts';
import { createPages, type PageQuery } from '../shared/paging.ts';
import type { RequestLink } from '../shared/request-link.ts';

export async function listNamespaceAuids(
  { listingDb, tokens, pageLimits }: ListingDeps,
  namespace: string,
  query: PageQuery,
  link: RequestLink,
): Promise<AuidPageInfo> {
  const paging = createPages<string>(tokens, pageLimits, ['AUIDs', namespace]);
  const { limit, after, totalCount } = paging.request(query);
  const found = await listAuids(listingDb.kysely, namespace, { after, limit: limit + 1 });
  if (found.length === 0 && after === undefined) throw makeNoSuchNamespaceError(namespace);
  const auids = found.slice(0, limit);
  const last = found.length > limit ? auids.at(-1) : undefined;
  const total = totalCount ?? (await countAus(listingDb.kysely, namespace));
  return { auids, pageInfo: paging.info({ totalCount: total, items: auids.length, link, last }) };
}

interface AuName {
  readonly namespace: string;
  readonly auid: string;
}

/**
 * Starts a bulk transfer. Idempotent. Creates the AU if it is missing; a new AU stays invisible until it has an
 * artifact.
 */
export async function startBulkTransfer(
  { db }: Pick<ListingDeps, 'db'>,
  { namespace, auid }: AuName,
): Promise<void> {
  await markBulkTransfer(db, { namespace, auid, hash: hashAuid(auid) });
}

/**
 * Finishes the bulk transfer. Throws 404 if none is in progress. Clears the bulk flag last, so that an interrupted call
 * can be repeated.
 */
export async function finishBulkTransfer(
  { db }: Pick<ListingDeps, 'db'>,
  { namespace, auid }: AuName,
): Promise<void> {
  const au = { namespace, auid, hash: hashAuid(auid) };
  if (!(await isInBulkTransfer(db, au))) throw makeAuNotInBulkTransferError(auid, namespace);
  await refreshStatistics(db);
  if (!(await clearBulkTransfer(db, au))) throw makeAuNotInBulkTransferError(auid, namespace);
}

/** Returns sizes in bytes, or undefined for an AU without artifacts. */
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
 * Returns summaries of the AUs that have artifacts, in the order of `auids`. Without a namespace, searches all
 * namespaces and returns a summary for each namespace that contains the AU, ordered by namespace.
 */
export async function readSummaries(
  { db }: Pick<ListingDeps, 'db'>,
  namespace: string | undefined,
  auids: readonly string[],
): Promise<AuHoldingsRow[]> {
  const wanted = [...new Set(auids)];
  const found = await readAuSummaries(db, namespace, wanted.map(hashAuid));
  const byAuid = Map.groupBy(
    found.sort((one, other) => (one.namespace < other.namespace ? -1 : 1)),
    ({ auid }) => auid,
  );
  return wanted.flatMap((auid) => byAuid.get(auid) ?? []);
}
