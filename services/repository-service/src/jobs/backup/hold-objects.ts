// Keeps in the store what a backup is going to read: compaction, purges and merges of the journal go on, but what they
// replaced stays until the backup has ended, however it ends.
import { type Pool, withAdvisoryLock } from '@holdfast/pg-kit';
import { REMOVAL_LOCK } from '../../index/compaction/retired.db.ts';
import { JOURNAL_MERGE_LOCK } from '../journal/merge.ts';

/** Rejects when another process backs this index up; `work` is told to stop when a lock is lost. */
export async function holdObjects<Result>(
  pool: Pool,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const alone = await withAdvisoryLock(pool, 'backup', (held) => withRemovalHeld(pool, held, work), {
    wait: false,
    signal,
  });
  if (!alone.acquired) throw new Error('Another backup of this node is being made.');
  return alone.result;
}

async function withRemovalHeld<Result>(
  pool: Pool,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const held = await withAdvisoryLock(
    pool,
    REMOVAL_LOCK,
    (removal) => withAdvisoryLock(pool, JOURNAL_MERGE_LOCK, work, { signal: removal }),
    { signal },
  );
  if (!held.acquired || !held.result.acquired) throw new Error('the objects could not be held');
  return held.result.result;
}
