// Writes the results of fixity checks to the state journal, which survives the loss of the index.
import type { Executor } from '@holdfast/pg-kit';
import type { SegmentCheckedEntry } from '../../domain/journal-entry.ts';
import { writeCheckEntries } from '../../index/history/events.db.ts';
import type { IndexSchema } from '../../index/schema.ts';

export interface SegmentCheck extends Omit<SegmentCheckedEntry, 'op' | 'segment'> {
  readonly id: number;
  /** Key of the segment's object. */
  readonly key: string;
}

/** Writes one journal entry per check. Skips segments that no longer exist. */
export function recordCheckEvents(db: Executor<IndexSchema>, checks: readonly SegmentCheck[]): Promise<void> {
  return writeCheckEntries(
    db,
    checks.map(({ id, key, ...result }) => ({
      segmentId: id,
      entry: { op: 'checked', segment: key, ...result } satisfies SegmentCheckedEntry,
    })),
  );
}
