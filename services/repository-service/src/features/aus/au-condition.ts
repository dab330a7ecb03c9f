// Condition of an AU: its damage, its last fixity checks and certificate, its holds, its copies and its last import.
import type { AuCondition, AuStoreCopies } from '@holdfast/api-types';
import type { ObjectStore } from '@holdfast/object-store';
import { type AuStoreRow, readAuCondition, readAuStores } from '../../index/aus/au-condition.db.ts';
import { listCertifiedChecks } from '../../index/history/certified-checks.db.ts';
import { listImportsOfAu } from '../../index/view/imports.db.ts';
import { hashAuid } from '../../ingest/storing/segment.ts';
import { describeStoreState } from '../../jobs/copies/describe-copies.ts';
import { findCopySet } from '../../jobs/fixity/segment-copies.ts';
import type { ListingDeps } from '../artifacts/artifact-page.ts';
import { makeNoSuchAuError } from '../errors.ts';
import { type AuVisibility, toAuCertificate } from './au-certificate.ts';

export interface AuConditionDeps extends Pick<ListingDeps, 'db'> {
  readonly store: ObjectStore;
  nowMs(): number;
}

/** Returns the condition of an AU, limited to what the user may see. Throws 404 for an AU without artifacts. */
export async function describeAuCondition(
  { db, store, nowMs }: AuConditionDeps,
  { namespace, auid }: { readonly namespace: string; readonly auid: string },
  { canSeeUserDetails, canSeeNode }: AuVisibility,
): Promise<AuCondition> {
  const found = await readAuCondition(db, namespace, hashAuid(auid));
  if (!found) throw makeNoSuchAuError(auid, namespace);
  const { auId, oldestCheckMs, latestCheckMs, segments, faulty, unchecked, ...counts } = found;
  const page = { after: undefined, limit: 1, nowMs: nowMs() };
  const [[lastImport], [certified], rows] = await Promise.all([
    listImportsOfAu(db, { namespace, auid }, page),
    listCertifiedChecks(db, { namespace, auid, withNode: canSeeNode }, page),
    readAuStores(db, auId),
  ]);
  const copySet = findCopySet(store);
  const stores = copySet === undefined ? [] : rows.map((row) => toStoreCopies(copySet, row, segments));
  const isIntact = faulty === 0 && counts.damaged === 0;
  return {
    ...{ namespace, auid, ...counts },
    objects: { segments, faulty, unchecked },
    ...(oldestCheckMs !== null && { oldestCheck: oldestCheckMs }),
    ...(latestCheckMs !== null && { latestCheck: latestCheckMs }),
    ...(certified && {
      lastCertificate: {
        ...{ at: certified.endedMs!, ...toAuCertificate(certified) },
        ...(canSeeUserDetails && { by: certified.requestedBy }),
      },
    }),
    copies: copySet === undefined ? Number(isIntact) : stores.filter(isWholeCopy).length,
    ...(canSeeUserDetails && { stores }),
    ...(lastImport && {
      lastImport: {
        ...{ at: lastImport.startedMs, outcome: lastImport.outcome },
        ...(canSeeUserDetails && lastImport.user !== undefined && { by: lastImport.user }),
        ...(canSeeUserDetails && lastImport.fileName !== undefined && { fileName: lastImport.fileName }),
      },
    }),
  };
}

function toStoreCopies(
  copySet: NonNullable<ReturnType<typeof findCopySet>>,
  row: AuStoreRow,
  segments: number,
): AuStoreCopies {
  const { name, role, missing, damaged } = row;
  const { state } = describeStoreState(copySet, row);
  return { name, role, state, complete: segments - missing - damaged, missing, damaged };
}

const isWholeCopy = ({ state, missing, damaged }: AuStoreCopies): boolean =>
  missing === 0 && damaged === 0 && state !== 'away' && state !== 'removed';
