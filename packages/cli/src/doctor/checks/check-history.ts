// Compares the databases with the journals in the object stores, as the services do when they start.
import type { ObjectStoreSettings } from '@holdfast/object-store';
import { compareHistory, type NodeFindings } from '@holdfast/service-kit/doctor';
import type { ExaminedSettings } from '@holdfast/standalone';
import type { CheckedDatabases, DatabaseParts } from './check-databases.ts';

export async function checkHistory(
  findings: NodeFindings,
  { repository, configuration }: CheckedDatabases,
  objectStore: ObjectStoreSettings,
  { services }: ExaminedSettings,
  parts: DatabaseParts,
): Promise<void> {
  if (repository !== undefined)
    await compareHistory(findings, 'index', () =>
      parts.repository.compare({ database: repository, objectStore }),
    );
  const { journalKey, olderJournalKeys } = services['config-service'] ?? {};
  if (configuration !== undefined)
    await compareHistory(findings, 'configuration', () =>
      parts.configuration.compare({ database: configuration, objectStore, journalKey, olderJournalKeys }),
    );
}
