// Writes all journaled rows into one object, and removes objects that are no longer needed. Changes are still shipped
// while a snapshot is written. The objects with these changes have higher sequence numbers and may repeat changes that
// the snapshot contains.
import { findReadableCopy, listJournal, nameJournalCopy, writeJournalObject } from '@holdfast/journal';
import {
  describeJournaledTables,
  readIdentities,
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
import { makeHeader } from './ship-changes.ts';

/** A snapshot is due when the changes since the last snapshot are larger than that snapshot and exceed this size. */
const LEAST_BYTES = 4 * 1024 * 1024;
/** A snapshot is also due when this many objects with changes have been written since the last one. */
const MOST_OBJECTS = 5_000;
/** A snapshot is also due when there are changes and the last snapshot is older than this. */
const LONGEST_SECONDS = 86_400;

export function isSnapshotDue(
  { snapshot, epoch, shipped }: JournalState,
  keyId: string | undefined,
): boolean {
  if (snapshot === undefined || snapshot.epoch !== epoch || snapshot.keyId !== keyId) return true;
  const bytes = shipped.bytes - snapshot.totalBytes;
  const objects = shipped.objects - snapshot.totalObjects;
  return (
    bytes > Math.max(LEAST_BYTES, snapshot.bytes) ||
    objects >= MOST_OBJECTS ||
    (objects > 0 && snapshot.ageSeconds > LONGEST_SECONDS)
  );
}

/**
 * Returns false if transactions that began before the triggers were active are still running; the caller retries later.
 * Throws NotLeaderError.
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
      // Throws if another process became the leader before this transaction took its snapshot. Otherwise, no other
      // leader had reserved a sequence number by then.
      await refuseUnlessLeader(db, leader);
      const identities = await readIdentities(tx, tables);
      const header = makeHeader({ epoch, sequence, kind: 'snapshot', follows, tables });
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

/** An object is removed only when this many later snapshots are readable. */
const LATER_SNAPSHOTS = 2;

/**
 * Removes the objects before the second latest readable snapshot. Removes nothing if fewer than two snapshots are
 * readable. Returns the number of removed objects. Throws NotLeaderError.
 */
export async function removeOldObjects(
  { database, place, log }: JournalDeps,
  leader: string,
): Promise<number> {
  const objects = await listJournal(place.store, place.prefix);
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
    // The copy is removed last, because the object can be read from it until then.
    await place.store.delete(key);
    await place.store.delete(nameJournalCopy(place.prefix, key));
  }
  return old.length;
}
