// Publishes the changes of a transaction: notifies the PostgreSQL channel and, if a bridge is configured, writes to its
// outbox. PostgreSQL delivers notifications only when the transaction commits.
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
  /** Value of X-Lockss-Request-Cookie, by which the client recognizes its own change. */
  readonly cookie?: string | undefined;
  /** The written document. Listeners then need not request the document. */
  readonly json?: unknown;
  /**
   * The document as the client sent it. Only the bridge needs this document, because JMS clients use it to recognize
   * their own changes.
   */
  readonly sent?: unknown;
}

const MAX_PAYLOAD_BYTES = 7_999;

/**
 * Publishes changes. Call this in the transaction that makes the changes, after the AUs are locked. A single statement
 * notifies listeners and writes the outbox, so a missing bridge costs nothing.
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
 * Shortens a notification that exceeds PostgreSQL's limit: omits first the document, then the cookie, then everything
 * except the kind.
 */
export function formatPayload({ json, cookie, sent: _, ...change }: ConfigurationChange): string {
  const candidates = [{ ...change, cookie, json }, { ...change, cookie }, change, { kind: change.kind }];
  const payloads = candidates.map((candidate) => JSON.stringify(candidate));
  return payloads.find((payload) => Buffer.byteLength(payload) <= MAX_PAYLOAD_BYTES) ?? payloads.at(-1)!;
}
