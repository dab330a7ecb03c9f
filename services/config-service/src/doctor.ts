// Checks the configuration database for `./holdfast doctor` and for GET /doctor, which load this module on demand.

import { examineMail } from '@holdfast/notify/check-mail';
import { type ObjectStoreSettings, ReplicatedStore } from '@holdfast/object-store';
import type { Database } from '@holdfast/pg-kit';
import { checkDatabase } from '@holdfast/pg-kit/doctor';
import { listServiceDisks } from '@holdfast/service-kit';
import {
  checkDisks,
  checkFolder,
  checkMachine,
  compareHistory,
  type NodeFindings,
  planConnections,
} from '@holdfast/service-kit/doctor';
import type { ServiceSettings } from './env.ts';
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

/** Runs all checks of this service for GET /doctor. `settings` are the settings of the whole service. */
export async function examineService(settings: ServiceSettings, findings: NodeFindings): Promise<void> {
  const { objectStore, spoolFolder, journalKey, olderJournalKeys } = settings;
  checkMachine(findings, undefined);
  await checkFolder(findings, {
    id: 'spool',
    name: 'spool folder',
    folder: spoolFolder,
    setting: 'SPOOL_DIR',
  });
  await checkDisks(findings, listServiceDisks(settings, []), settings.diskReserveBytes);
  const examined = await checkDatabase<ConfigSchema>(findings, {
    id: 'database',
    url: settings.databaseUrl,
    parts: [doctorPart],
    plannedConnections: planConnections('config-service', settings),
  });
  try {
    const database = examined?.usable.has('configuration') ? examined.database : undefined;
    if (objectStore !== undefined && database !== undefined)
      await compareHistory(findings, 'configuration', () =>
        doctorPart.compare({ database, objectStore, journalKey, olderJournalKeys }),
      );
  } finally {
    await examined?.database.close(0);
  }
  await examineMail(findings, settings);
}
