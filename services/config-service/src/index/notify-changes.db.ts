// Publishes the changes of a transaction to listeners of the PostgreSQL channel and, if one is configured, to the
// outbox of the bridge. PostgreSQL delivers notifications only when the transaction commits.
import { buildBridgeRecordCall } from '@holdfast/pg-kit';
import { type Kysely, sql } from 'kysely';

export const CHANGES_CHANNEL = 'holdfast_configuration';

export interface ConfigurationChange {
  readonly kind:
    | 'AuConfigStored'
    | 'AuConfigRemoved'
    | 'AuState'
    | 'AuAgreements'
    | 'AuSuspectUrlVersions'
    | 'NoAuPeerSet'
    | 'GlobalConfigChanged'
    | 'UserAccount';
  readonly auid?: string;
  /** Name of the account that changed. */
  readonly userName?: string;
  readonly userAccountChange?: 'ADD' | 'UPDATE' | 'DELETE';
  /** Value of X-Lockss-Request-Cookie, which lets the client recognize its own change. */
  readonly cookie?: string | undefined;
  /** The written document, so that listeners need not request it. */
  readonly json?: unknown;
  /**
   * The document as the client sent it. Only the bridge needs it: a JMS client recognizes its own change by this
   * document.
   */
  readonly sent?: unknown;
}

const MAX_PAYLOAD_BYTES = 7_999;

/**
 * Call this in the transaction that makes the changes, after it has locked their AUs. A single statement notifies the
 * listeners and writes the outbox, so there is no extra cost if no bridge is configured.
 */
export async function notifyChanges<DB>(
  db: Kysely<DB>,
  changes: readonly ConfigurationChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const payloads = changes.map(formatPayload);
  const whole = changes.map((change) => JSON.stringify(change));
  await sql`
    select ${buildBridgeRecordCall('configuration', whole)}, count(pg_notify(${CHANGES_CHANNEL}, payload))
    from unnest(${payloads}::text[]) as payload`.execute(db);
}

/**
 * Drops parts that do not fit into a notification: first the document, then the cookie, then everything except the
 * kind.
 */
export function formatPayload({ json, cookie, sent: _, ...change }: ConfigurationChange): string {
  const candidates = [{ ...change, cookie, json }, { ...change, cookie }, change, { kind: change.kind }];
  const payloads = candidates.map((candidate) => JSON.stringify(candidate));
  return payloads.find((payload) => Buffer.byteLength(payload) <= MAX_PAYLOAD_BYTES) ?? payloads.at(-1)!;
}
