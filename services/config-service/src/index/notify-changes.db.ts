// Tells what a transaction changed: whoever listens on the channel of changes, and a bridge, for which it is kept. PostgreSQL
// delivers it when, and only if, the transaction commits.
import { leftForBridge } from '@holdfast/pg-kit';
import { type Kysely, sql } from 'kysely';

export const CHANGES_CHANNEL = 'holdfast_configuration';

export interface Change {
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
  /** Of an account: its name, and what became of it. */
  readonly userName?: string;
  readonly userAccountChange?: 'ADD' | 'UPDATE' | 'DELETE';
  /** The value of X-Lockss-Request-Cookie, by which the client knows its own change. */
  readonly cookie?: string | undefined;
  /** The document that was written, where the listener need not read it again. */
  readonly json?: unknown;
  /** For the bridge alone: the document as its client sent it, by which the client knows its own change. */
  readonly sent?: unknown;
}

const MAX_PAYLOAD_BYTES = 7_999;

/**
 * To be called in the transaction that makes the changes, when it holds the locks of their AUs. One statement does both:
 * where there is no bridge, nothing is added to what the transaction costs.
 */
export async function notifyChanges<DB>(db: Kysely<DB>, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const payloads = changes.map(payloadOf);
  const whole = changes.map((change) => JSON.stringify(change));
  await sql`
    select ${leftForBridge('configuration', whole)}, count(pg_notify(${CHANGES_CHANNEL}, payload))
    from unnest(${payloads}::text[]) as payload`.execute(db);
}

/** Leaves out what a notification cannot carry: the content first, then the cookie. */
export function payloadOf({ json, cookie, sent: _, ...change }: Change): string {
  const candidates = [{ ...change, cookie, json }, { ...change, cookie }, change, { kind: change.kind }];
  const payloads = candidates.map((candidate) => JSON.stringify(candidate));
  return payloads.find((payload) => Buffer.byteLength(payload) <= MAX_PAYLOAD_BYTES) ?? payloads.at(-1)!;
}
