// Writes the changed rows to one journal object and removes their keys from the outbox. Reads the rows and the outbox
// in one snapshot of the database, so that each object ends at a committed state.
import { writeJournalObject } from '@holdfast/journal';
import {
  describeJournaledTables,
  readIdentityValues,
  readShippedSequence,
  removeShippedChanges,
  streamChangedRows,
} from '../index/journal/journal-rows.db.ts';
import { refuseUnlessLeader, reserveSequence } from '../index/journal/journal-state.db.ts';
import type { JournaledTable } from '../index/journal/tables.ts';
import { CONFIGURATION_FORMAT, type ConfigurationHeader, type JournalDeps } from './place.ts';

/**
 * Ships the outbox as one object. If the transaction fails after the object was written, a later object contains the
 * same changes. Throws NotLeaderError.
 */
export async function shipChanges(deps: JournalDeps, leader: string, epoch: string): Promise<void> {
  const { database, place } = deps;
  const db = database.kysely;
  const sequence = await reserveSequence(db, leader);
  const tables = await describeJournaledTables(db);
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const follows = await readShippedSequence(tx);
      // Throws if another process has become the leader. If this process is still the leader, no other leader had
      // reserved a sequence number when this transaction took its snapshot.
      await refuseUnlessLeader(db, leader);
      const identities = await readIdentityValues(tx, tables);
      const header = makeJournalHeader({ epoch, sequence, kind: 'changes', follows, tables });
      const { sizeBytes } = await writeJournalObject(place, header, streamChangedRows(tx, tables), () => ({
        identities,
      }));
      await removeShippedChanges(tx, { sequence, sizeBytes });
    });
}

export function makeJournalHeader({
  epoch,
  sequence,
  kind,
  follows,
  tables,
}: Omit<ConfigurationHeader, 'format' | 'tables'> & {
  readonly tables: readonly JournaledTable[];
}): ConfigurationHeader {
  return {
    format: CONFIGURATION_FORMAT,
    kind,
    epoch,
    sequence,
    follows,
    tables: Object.fromEntries(tables.map(({ name, columns }) => [name, columns])),
  };
}
