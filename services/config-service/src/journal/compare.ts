// Detects that the object store contains changes that the database lacks, because the database was restored to an
// earlier state, a lagging standby was promoted, or the database is new. Also checks the journal's encryption key.
import {
  checkJournalKey,
  comparePositions,
  type JournalLocation,
  listJournalObjects,
  OlderDatabaseError,
} from '@holdfast/journal';
import { readLastSequencesByEpoch } from '../index/journal/journal-state.db.ts';
import type { Db } from '../index/schema/schema.ts';

/** Thrown if the database is older than its journal in the object store. The message contains the repair command. */
export class OlderConfigurationError extends OlderDatabaseError {
  override name = 'OlderConfigurationError';

  constructor(detail: string) {
    super(
      `The configuration in the database is older than its journal in the object store: ${detail}. The database was restored ` +
        'to an earlier state or is new. Nothing is served or stored, so that nothing is lost. Stop the service and ' +
        'run ./holdfast keep rebuild --only configuration --replace, which restores the configuration from the store',
    );
  }
}

/**
 * Throws OlderConfigurationError if the store contains changes that the database lacks. Also throws
 * UnknownJournalKeyError and ObjectStoreUnavailableError.
 */
export async function throwIfConfigurationOlder(db: Db, place: JournalLocation): Promise<void> {
  const objects = await listJournalObjects(place.store, place.prefix);
  // Reads the epochs after listing the objects, so that the sequence numbers of the epochs cover all listed objects.
  const known = await readLastSequencesByEpoch(db);
  for (const { epoch, sequence } of objects) {
    const last = known.get(epoch);
    if (last !== undefined && sequence <= last) continue;
    throw new OlderConfigurationError(
      last === undefined
        ? `the journal has changes of the epoch ${epoch}, which the database does not know`
        : `the journal of the epoch ${epoch} ends at object ${sequence}, the database at ${last}`,
    );
  }
  const newest = objects.filter(({ kind }) => kind === 'snapshot').sort(comparePositions);
  for (const object of newest.slice(-1)) await checkJournalKey(place, object);
}
