// Checks the configuration database for `./holdfast doctor`, which loads this module. The checks write nothing.
import { type ObjectStoreSettings, ReplicatedStore } from '@holdfast/object-store';
import type { Database } from '@holdfast/pg-kit';
import { migrations } from './index/migrations/index.ts';
import type { ConfigSchema } from './index/schema/schema.ts';
import { throwIfConfigurationOlder } from './journal/compare.ts';
import { openJournalLocation } from './open-journal.ts';

export const doctorPart = {
  owner: 'configuration',
  migrations,

  /**
   * Throws OlderConfigurationError if the database is older than its journal, and UnknownJournalKeyError or
   * ObjectStoreUnavailableError if the journal cannot be read.
   */
  async compare({
    database,
    objectStore,
    journalKey,
    olderJournalKeys,
  }: {
    readonly database: Database<ConfigSchema>;
    readonly objectStore: ObjectStoreSettings;
    readonly journalKey: string | undefined;
    readonly olderJournalKeys: string | undefined;
  }): Promise<void> {
    const keys = { journalKey, olderJournalKeys };
    const place = await openJournalLocation(objectStore, keys, { changesNothing: true });
    if (place.store instanceof ReplicatedStore) await place.store.copies.prepare();
    try {
      await throwIfConfigurationOlder(database.kysely, place);
    } finally {
      await place.store.close();
    }
  },
};
