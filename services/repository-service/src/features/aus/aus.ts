// Lists AUs, returns their sizes and summaries, and starts and finishes bulk transfers. During a bulk transfer,
// artifacts of the AU cannot be deleted. Counters, latest versions and the replay index are still updated immediately:
// each batch updates them in one transaction, so deferring the updates would save nothing. Finishing a transfer updates
// PostgreSQL's planner statistics.
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

/** Starts a bulk transfer. Idempotent. Creates a missing AU, which stays invisible until it has an artifact. */
export async function startBulkTransfer(
  { db }: Pick<ListingDeps, 'db'>,
  { namespace, auid }: AuName,
): Promise<void> {
  await markBulkTransfer(db, { namespace, auid, hash: hashAuid(auid) });
}

/**
 * Finishes the bulk transfer. Throws 404 if none is in progress. Clears the bulk flag last, so that the call can be
 * repeated after an interruption.
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

/** Returns sizes in bytes. Returns undefined for an AU without artifacts. */
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
 * Returns summaries of the AUs that have artifacts, in the order of `auids`. Without a namespace, returns one summary
 * for each namespace that contains the AU, ordered by namespace.
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
