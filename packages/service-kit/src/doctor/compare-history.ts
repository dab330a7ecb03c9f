// Compares a database with its journal in the object store, and says what to do if they differ.
import { type NodeFindings, toSentence } from './finding.ts';
import { limitTime } from './limit-time.ts';

/** Maximum duration of a comparison. A comparison lists all objects of the journal. */
const COMPARE_MS = 60_000;

/** Runs `work`, which compares a database with its journal in the object store and throws if they differ. */
export async function compareHistory(
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
