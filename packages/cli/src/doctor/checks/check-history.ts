// Compares the databases with the journals in the object stores, as the services do when they start.
import type { ObjectStoreSettings } from '@holdfast/object-store';
import type { ExaminedSettings } from '@holdfast/standalone';
import type { NodeFindings } from '../results/finding.ts';
import { limitTime } from '../results/limit-time.ts';
import { toSentence } from './check-database.ts';
import type { CheckedDatabases, DatabaseParts } from './check-databases.ts';

/** Maximum duration of a comparison. A comparison lists all objects of the journal. */
const COMPARE_MS = 60_000;

export async function checkHistory(
  findings: NodeFindings,
  { repository, configuration }: CheckedDatabases,
  objectStore: ObjectStoreSettings,
  { services }: ExaminedSettings,
  parts: DatabaseParts,
): Promise<void> {
  if (repository !== undefined)
    await compare(findings, 'index.age', 'The index and the object store know the same changes.', () =>
      parts.repository.compare({ database: repository, objectStore }),
    );
  const { journalKey, olderJournalKeys } = services['config-service'] ?? {};
  if (configuration !== undefined)
    await compare(
      findings,
      'configuration.age',
      'The configuration and its journal know the same changes.',
      () =>
        parts.configuration.compare({ database: configuration, objectStore, journalKey, olderJournalKeys }),
    );
}

async function compare(
  findings: NodeFindings,
  id: string,
  fine: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await limitTime(COMPARE_MS, work);
    findings.fine(id, fine);
  } catch (error) {
    const { name, message } = error as Error;
    findings.fault(id, toSentence(message), { remedy: REMEDIES[name] });
  }
}

const OTHER_NODE =
  'If another node with another database uses the same store, give each node a store, a bucket or a prefix of its own instead.';
const REMEDIES: Readonly<Record<string, string>> = {
  OlderIndexError: `Stop the services and run ./holdfast keep rebuild --replace. ${OTHER_NODE}`,
  OlderConfigurationError: `Stop the service and run ./holdfast keep rebuild --only configuration --replace. ${OTHER_NODE}`,
  UnknownJournalKeyError: 'Set JOURNAL_KEY, or JOURNAL_KEYS_OLD, to the key that encrypted the journal.',
  BeingRebuiltError: 'Wait for ./holdfast keep rebuild, or run it again if it was interrupted.',
};
