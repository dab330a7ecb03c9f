// Writes all journaled rows to one object, and removes objects that are no longer needed. Meanwhile, changes are
// shipped in objects with higher sequence numbers, which may repeat changes in the snapshot.
import {
  findReadableCopy,
  listJournalObjects,
  makeJournalCopyKey,
  writeJournalObject,
} from '@holdfast/journal';
import {
  describeJournaledTables,
  readIdentityValues,
  readShippedSequence,
  streamAllRows,
} from '../index/journal/journal-rows.db.ts';
import {
  isEveryChangeInOutbox,
  type JournalState,
  recordSnapshot,
  refuseUnlessLeader,
  reserveSequence,
} from '../index/journal/journal-state.db.ts';
import type { JournalDeps } from './place.ts';
import { makeJournalHeader } from './ship-changes.ts';

/** A snapshot is due if the changes since the last snapshot exceed both this size and the size of that snapshot. */
const LEAST_BYTES = 4 * 1024 * 1024;
/** A snapshot is also due after this many objects with changes. */
const MAX_OBJECTS = 5_000;
/** A snapshot is also due if there are changes and the last snapshot is older than this limit. */
const MAX_SECONDS = 86_400;

export function isSnapshotDue(
  { snapshot, epoch, shipped }: JournalState,
  keyId: string | undefined,
): boolean {
  if (snapshot === undefined || snapshot.epoch !== epoch || snapshot.keyId !== keyId) return true;
  const bytes = shipped.bytes - snapshot.totalBytes;
  const objects = shipped.objects - snapshot.totalObjects;
  return (
    bytes > Math.max(LEAST_BYTES, snapshot.bytes) ||
    objects >= MAX_OBJECTS ||
    (objects > 0 && snapshot.ageSeconds > MAX_SECONDS)
  );
}

/**
 * Writes a snapshot. Returns false if transactions that began before the activation of the triggers are still running;
 * the caller then retries later. Throws NotLeaderError.
 */
export async function writeSnapshot(
  deps: JournalDeps,
  leader: string,
  { epoch, shipped }: { readonly epoch: string; readonly shipped: JournalState['shipped'] },
): Promise<boolean> {
  const { database, place } = deps;
  const db = database.kysely;
  if (!(await isEveryChangeInOutbox(db, leader))) return false;
  const sequence = await reserveSequence(db, leader);
  const tables = await describeJournaledTables(db);
  const written = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const follows = await readShippedSequence(tx);
      // Checked after this transaction has taken its snapshot. If this process is still the leader, no other leader had
      // reserved a sequence number when the snapshot was taken.
      await refuseUnlessLeader(db, leader);
      const identities = await readIdentityValues(tx, tables);
      const header = makeJournalHeader({ epoch, sequence, kind: 'snapshot', follows, tables });
      return writeJournalObject(place, header, streamAllRows(tx, tables), () => ({ identities }));
    });
  await recordSnapshot(db, leader, {
    epoch,
    sequence,
    bytes: written.sizeBytes,
    keyId: place.keys.current?.id,
    totalBytes: shipped.bytes,
    totalObjects: shipped.objects,
  });
  return true;
}

/** Number of later readable snapshots after which an object may be removed. */
const LATER_SNAPSHOTS = 2;

/**
 * Removes the objects that precede the second newest readable snapshot. Removes nothing if there are fewer than two
 * readable snapshots. Returns the number of removed objects. Throws NotLeaderError.
 */
export async function removeOldObjects(
  { database, place, log }: JournalDeps,
  leader: string,
): Promise<number> {
  const objects = await listJournalObjects(place.store, place.prefix);
  const readable = [];
  for (const object of objects.filter(({ kind }) => kind === 'snapshot').reverse()) {
    const found = await findReadableCopy(place, object);
    if (typeof found === 'object') readable.push(object);
    else log.error({ key: object.key }, `a snapshot of the configuration is ${found} in the object store`);
    if (readable.length === LATER_SNAPSHOTS) break;
  }
  const oldest = readable[LATER_SNAPSHOTS - 1];
  if (oldest === undefined) return 0;
  await refuseUnlessLeader(database.kysely, leader);
  const old = objects.slice(
    0,
    objects.findIndex(({ key }) => key === oldest.key),
  );
  for (const { key } of old) {
    // Deletes the second copy last, so that the object remains readable until then.
    await place.store.delete(key);
    await place.store.delete(makeJournalCopyKey(place.prefix, key));
  }
  return old.length;
}
