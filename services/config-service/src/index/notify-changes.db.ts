// Publishes the changes of a transaction: notifies a PostgreSQL channel and, if a bridge is registered, writes to its
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
  /** Value of X-Lockss-Request-Cookie, which lets the client recognize its own change. */
  readonly cookie?: string | undefined;
  /** Stored document. Included so that listeners need not request it. */
  readonly json?: unknown;
  /**
   * Document as the client sent it. Used only by the bridge: JMS clients recognize their own changes by this document.
   */
  readonly sent?: unknown;
}

const MAX_PAYLOAD_BYTES = 7_999;

/**
 * Publishes changes. Call this in the transaction that makes them, after the AUs are locked. Uses a single statement to
 * notify listeners and write the outbox, so that the outbox costs no extra round trip.
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
 * Shortens a notification that is too long: omits first the document, then the cookie, then everything except the kind.
 */
export function formatPayload({ json, cookie, sent: _, ...change }: ConfigurationChange): string {
  const candidates = [{ ...change, cookie, json }, { ...change, cookie }, change, { kind: change.kind }];
  const payloads = candidates.map((candidate) => JSON.stringify(candidate));
  return payloads.find((payload) => Buffer.byteLength(payload) <= MAX_PAYLOAD_BYTES) ?? payloads.at(-1)!;
}
