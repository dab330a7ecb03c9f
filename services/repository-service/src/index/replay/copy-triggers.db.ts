// Triggers that record changes for copies of the replay index (migrations/first/replay-copies.ts). They exist
// only while there is a copy, because even disabled triggers make a statement collect its changed rows.
// Creating them waits for writers, and dropping them for readers too. Both use a short lock timeout and
// retry, so that others do not wait long.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, inTransaction, sqlState } from '@holdfast/pg-kit';
import { sql, type Transaction } from 'kysely';
import type { IndexSchema } from '../schema.ts';

type Kysely = Database<IndexSchema>['kysely'];

const definitions = {
  replay_added: 'after insert on artifact referencing new table as come',
  replay_altered: 'after update on artifact referencing old table as gone new table as come',
  replay_removed: 'after delete on artifact referencing old table as gone',
  replay_emptied: 'after truncate on artifact',
};

const LOCK_NOT_AVAILABLE = '55P03';
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 60_000;

/** Creates missing triggers. A copy that waits for registration does not miss changes made before. */
export async function makeCopyTriggers(db: Kysely, signal: AbortSignal): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; !(await areThere(db)); pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    if (await inTurn(db, '2s', make)) return;
    await sleep(pauseMs, undefined, { signal });
  }
}

/**
 * Drops the triggers and their rows if no copy was seen for a day. Returns whether it did; it gives up if the
 * table is in heavy use.
 */
export async function dropIdleCopyTriggers(db: Kysely): Promise<boolean> {
  const { rows } = await sql`
    select from pg_trigger where tgrelid = 'artifact'::regclass and tgname = any(${names}::text[])
      and not ${isCopied}`.execute(db);
  if (rows.length === 0) return false;
  let dropped = false;
  await inTurn(db, '100ms', async (tx) => {
    // Registrations come entirely before or after this transaction.
    await sql`lock table replay_copy in exclusive mode`.execute(tx);
    const { rows: copied } = await sql`select where ${isCopied}`.execute(tx);
    if (copied.length > 0) return;
    for (const name of names) await sql`drop trigger if exists ${sql.id(name)} on artifact`.execute(tx);
    await sql`truncate replay_change, replay_copy, replay_lease`.execute(tx);
    dropped = true;
  });
  return dropped;
}

const names = Object.keys(definitions);
const isCopied = sql`exists (select from replay_copy where seen_at > now() - interval '1 day')`;

async function areThere(db: Kysely): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_trigger
    where tgrelid = 'artifact'::regclass and tgname = any(${names}::text[])`.execute(db);
  return rows[0]!.count === names.length;
}

async function make(tx: Transaction<IndexSchema>): Promise<void> {
  // One replica at a time. The check after the lock sees the final state.
  await sql`lock table artifact in share row exclusive mode`.execute(tx);
  for (const [name, definition] of Object.entries(definitions)) {
    await sql`create or replace trigger ${sql.id(name)} ${sql.raw(definition)}
      for each statement execute function ${sql.id(name)}()`.execute(tx);
  }
}

/** Returns false and does nothing if the lock is not available in time. */
async function inTurn(
  db: Kysely,
  timeout: string,
  work: (tx: Transaction<IndexSchema>) => Promise<void>,
): Promise<boolean> {
  try {
    await inTransaction(db, async (tx) => {
      await sql`select set_config('lock_timeout', ${timeout}, true)`.execute(tx);
      await work(tx);
    });
    return true;
  } catch (error) {
    if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
    return false;
  }
}
