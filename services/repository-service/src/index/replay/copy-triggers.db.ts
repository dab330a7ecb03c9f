// The triggers by which transactions tell copies of the replay index what they change (0021-replay-copies). They are there
// only while there is a copy: statements that change captures keep the rows that they change for them, and a disabled one
// costs as much. To make them waits for those who write, and to drop them for those who read, too: neither keeps others
// waiting for long, but tries again.
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

/** Makes those that are not there. What is changed before the copies are known is seen by nobody who waits for it. */
export async function makeCopyTriggers(db: Kysely, signal: AbortSignal): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; !(await areThere(db)); pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    if (await inTurn(db, '2s', make)) return;
    await sleep(pauseMs, undefined, { signal });
  }
}

/**
 * Drops them, and what they have written, once no copy was seen for a day. Answers whether it did; it does not where the
 * table is in use so much that it would keep others waiting.
 */
export async function dropIdleCopyTriggers(db: Kysely): Promise<boolean> {
  const { rows } = await sql`
    select from pg_trigger where tgrelid = 'artifact'::regclass and tgname = any(${names}::text[])
      and not ${isCopied}`.execute(db);
  if (rows.length === 0) return false;
  let dropped = false;
  await inTurn(db, '100ms', async (tx) => {
    // Whoever registers comes before or after all of it.
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
  // One replica at a time: what is looked for behind the lock is what is there.
  await sql`lock table artifact in share row exclusive mode`.execute(tx);
  for (const [name, definition] of Object.entries(definitions)) {
    await sql`create or replace trigger ${sql.id(name)} ${sql.raw(definition)}
      for each statement execute function ${sql.id(name)}()`.execute(tx);
  }
}

/** False, and nothing is done, where a lock is not to be had in that time. */
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
