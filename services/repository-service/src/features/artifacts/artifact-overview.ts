// Describes one artifact for display: its condition, its copies, and the captures of the same URL before and after it.
import type { ArtifactOverview } from '@holdfast/api-types';
import type { ObjectStore } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import type { StoredArtifact } from '../../index/artifact.db.ts';
import { findLatestRequestedCheck } from '../../index/history/latest-check.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import {
  findNeighbourCaptures,
  listRecordCopies,
  type NeighbourCapture,
  readArtifactCondition,
} from '../../index/view/artifact-overview.db.ts';
import { findCopySet } from '../../jobs/fixity/segment-copies.ts';
import { toStoredArtifactWire } from './artifact.wire.ts';

export interface ArtifactOverviewDeps {
  readonly db: Executor<IndexSchema>;
  readonly store: ObjectStore;
  storeUrl(key: string): string;
}

type Copies = ArtifactOverview['copies'];

/** Returns the overview. `showsStores`: whether the overview names the object stores. */
export async function readArtifactOverview(
  { db, store, storeUrl }: ArtifactOverviewDeps,
  artifact: StoredArtifact,
  showsStores: boolean,
): Promise<ArtifactOverview> {
  const [condition, requestedCheckMs, copies, { previous, next, captures }] = await Promise.all([
    readArtifactCondition(db, artifact),
    findLatestRequestedCheck(db, artifact),
    listRecordCopies(db, artifact),
    findNeighbourCaptures(db, artifact),
  ]);
  const found = { ...condition, checkedMs: chooseLatest(condition.checkedMs, requestedCheckMs) };
  const { httpStatus, mime } = artifact;
  const stores = describeStoreCopies(store, copies, found.isDamaged);
  return {
    artifact: toStoredArtifactWire(artifact, storeUrl),
    ...(httpStatus !== undefined && { httpStatus }),
    ...(mime !== undefined && { mediaType: mime }),
    condition: chooseCondition(found, artifact),
    ...(found.checkedMs !== undefined && { checked: found.checkedMs }),
    copies: countIntactCopies(stores, { isDamaged: found.isDamaged, showsStores }),
    held: found.isHeld,
    ...(previous && { previous: toNeighbourWire(previous) }),
    ...(next && { next: toNeighbourWire(next) }),
    captures,
  };
}

/** Returns the time of the last scheduled or requested check. Returns undefined if there was none. */
function chooseLatest(scheduledMs: number | null, requestedMs: number | undefined): number | undefined {
  const latest = Math.max(scheduledMs ?? Number.NEGATIVE_INFINITY, requestedMs ?? Number.NEGATIVE_INFINITY);
  return latest === Number.NEGATIVE_INFINITY ? undefined : latest;
}

interface CheckedCondition {
  readonly isDamaged: boolean;
  readonly checkedMs: number | undefined;
}

function chooseCondition(
  { isDamaged, checkedMs }: CheckedCondition,
  { quarantined }: StoredArtifact,
): ArtifactOverview['condition'] {
  if (isDamaged) return 'damaged';
  if (quarantined !== undefined) return 'damagedOnArrival';
  return checkedMs === undefined ? 'unchecked' : 'intact';
}

/** Returns the copy in each configured store. Returns undefined if there is only one store. */
function describeStoreCopies(
  store: ObjectStore,
  copies: Awaited<ReturnType<typeof listRecordCopies>>,
  isDamaged: boolean,
): Copies['stores'] {
  const views = findCopySet(store)?.views();
  return views?.map(({ id, name, location, blocked }) => {
    const copy = copies.find((one) => (id === undefined ? one.location === location : one.storeId === id));
    if (blocked !== undefined) return { name, state: 'unreachable' };
    // A store that is not in the catalogue yet has no objects.
    if (copy === undefined) return { name, state: 'missing' };
    // Damage is registered only if no store has intact records.
    return { name, state: copy.state === 'intact' && isDamaged ? 'damaged' : copy.state };
  });
}

function countIntactCopies(
  stores: Copies['stores'],
  { isDamaged, showsStores }: { isDamaged: boolean; showsStores: boolean },
): Copies {
  if (stores === undefined) return { total: 1, intact: isDamaged ? 0 : 1 };
  const intact = stores.filter(({ state }) => state === 'intact').length;
  return { total: stores.length, intact, ...(showsStores && { stores }) };
}

const toNeighbourWire = ({ uuid, collectionMs }: NeighbourCapture) => ({
  uuid,
  collectionDate: collectionMs,
});
