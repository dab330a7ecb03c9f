// Compares a database with its journal in the object store, and explains what to do if they differ.
import { type NodeFindings, toSentence } from './finding.ts';
import { limitTime } from './limit-time.ts';

/** Time limit of a comparison, which lists all objects of the journal. */
const COMPARE_MS = 60_000;

const HISTORIES = {
  index: { id: 'index.age', fine: 'The index and the object store contain the same changes.' },
  configuration: {
    id: 'configuration.age',
    fine: 'The configuration and its journal contain the same changes.',
  },
};

/** Runs `work` and reports the result. `work` compares the database with its journal and throws if they differ. */
export async function compareHistory(
  findings: NodeFindings,
  history: keyof typeof HISTORIES,
  work: () => Promise<void>,
): Promise<void> {
  const { id, fine } = HISTORIES[history];
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
