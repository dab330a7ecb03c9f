// Merges paged lists of events, each newest first, into one list.

export interface TimedEntry {
  readonly timeMs: number;
  /** True for entries that are frequent and similar. The list folds such entries. */
  readonly isRoutine: boolean;
}

export interface HistorySource<Entry extends TimedEntry> {
  /** Entries loaded so far, newest first. */
  readonly entries: readonly Entry[];
  /** True if the source has older entries that are not loaded yet. */
  readonly hasMore: boolean;
}

/**
 * Merges the loaded entries, newest first. Stops where a source must load more entries, because those may precede the
 * remaining entries of the other sources.
 */
export function mergeHistory<Entry extends TimedEntry>(sources: readonly HistorySource<Entry>[]): Entry[] {
  const sinceMs = Math.max(
    ...sources.map(({ entries, hasMore }) =>
      hasMore ? (entries.at(-1)?.timeMs ?? Number.POSITIVE_INFINITY) : Number.NEGATIVE_INFINITY,
    ),
  );
  return sources
    .flatMap(({ entries }) => entries)
    .filter(({ timeMs }) => timeMs >= sinceMs)
    .sort((a, b) => b.timeMs - a.timeMs);
}

/** Consecutive routine entries. */
export interface RoutineRun<Entry> {
  readonly folded: readonly Entry[];
}

/** Folds each run of at least two routine entries into one item. */
export function foldRoutineEntries<Entry extends TimedEntry>(
  entries: readonly Entry[],
): readonly (Entry | RoutineRun<Entry>)[] {
  const items: (Entry | RoutineRun<Entry>)[] = [];
  let run: Entry[] = [];
  const endRun = (): void => {
    if (run.length > 1) items.push({ folded: run });
    else items.push(...run);
    run = [];
  };
  for (const entry of entries) {
    if (entry.isRoutine) run.push(entry);
    else {
      endRun();
      items.push(entry);
    }
  }
  endRun();
  return items;
}
