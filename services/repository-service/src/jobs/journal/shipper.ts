// Moves journal lines from their table to the object store (shipping). Writes the lines to objects in ID order. One
// transaction then deletes exactly these rows, and stores their events and notices. After a crash in between, the lines
// are shipped again in another object; readers skip repeated IDs.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ObjectStore } from '@holdfast/object-store';
import { type Database, runInTransaction, withAdvisoryLock } from '@holdfast/pg-kit';
import type { Log, StorageSpace } from '@holdfast/service-kit';
import { insertEvents } from '../../index/history/events.db.ts';
import { recordLineNotices } from '../../index/history/line-notices.db.ts';
import { deleteShippedLines, isJournalDue, readJournalLines } from '../../index/keeping/journal.db.ts';
import type { JournalTail } from '../../index/keeping/journal-tail.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { putJournalObject, serializeLines, toJournalKey } from './objects.ts';

export interface ShipperDeps {
  readonly database: Database<IndexSchema>;
  readonly store: ObjectStore;
  newId(): string;
  readonly log: Log;
  /** Checks the free disk space. Shipping waits until space is free. Undefined if space is not checked. */
  readonly room?: StorageSpace;
  /** Journal lines that this process committed. Lines are removed after shipping. */
  readonly tail?: Pick<JournalTail, 'forgetShipped'> | undefined;
  /** Called after each batch with the number of lines in it. */
  readonly onShipped?: ((lines: number) => void) | undefined;
}

/**
 * Advisory lock of the shipper. A backup takes the lock, so that no line moves from the table to the store meanwhile.
 */
export const JOURNAL_LOCK = 'journal';

/** Maximum number of lines in one object. Limits memory. */
const OBJECT_LINES = 1_000;

/** Journal lines that a manifest also contains may wait this many intervals, so that several share one object. */
const PATIENCE_INTERVALS = 5;

/** Ships the journal every `intervalMs`, and once more after the signal aborts. Never rejects. */
export async function shipJournalContinuously(
  deps: ShipperDeps,
  intervalMs: number,
  signal: AbortSignal,
): Promise<void> {
  let failing = false;
  const ship = async (patienceMs: number) => {
    if (deps.room?.full !== undefined) return;
    try {
      await shipJournal(deps, patienceMs);
      await deps.tail?.forgetShipped(deps.database.kysely);
      if (failing) deps.log.info('the state journal is written to the object store again');
      failing = false;
    } catch (error) {
      if (!failing) deps.log.warn({ err: error }, 'the state journal cannot be written to the object store');
      failing = true;
    }
  };
  while (!signal.aborted) {
    await ship(PATIENCE_INTERVALS * intervalMs);
    await sleep(intervalMs, undefined, { signal }).catch(() => undefined);
  }
  await ship(0);
}

/** Ships all lines if at least one is due (`isJournalDue`). Returns false if another replica is shipping. */
export async function shipJournal(deps: ShipperDeps, patienceMs = 0): Promise<boolean> {
  const { kysely, pool } = deps.database;
  if (!(await isJournalDue(kysely, patienceMs))) return true;
  const { acquired } = await withAdvisoryLock(pool, JOURNAL_LOCK, (held) => shipAll(deps, held), {
    wait: false,
  });
  return acquired;
}

async function shipAll({ database: { kysely }, store, newId, onShipped }: ShipperDeps, held: AbortSignal) {
  for (let full = true; full && !held.aborted; ) {
    const lines = await readJournalLines(kysely, OBJECT_LINES);
    if (lines.length === 0) return;
    for (const ofEpoch of Map.groupBy(lines, ({ epoch }) => epoch).values()) {
      await putJournalObject(store, toJournalKey(ofEpoch.at(-1)!, newId()), serializeLines(ofEpoch));
    }
    await runInTransaction(kysely, async (tx) => {
      await insertEvents(tx, lines);
      await recordLineNotices(tx, lines);
      await deleteShippedLines(tx, lines);
    });
    onShipped?.(lines.length);
    full = lines.length === OBJECT_LINES;
  }
}
