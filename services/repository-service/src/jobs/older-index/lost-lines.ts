// Collects journal lines that the database lost in a failover, from the object store and from this process's memory.
import type { ObjectStore } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import { readIndexHistory, readLastCheckedMs } from '../../index/keeping/epochs.db.ts';
import type { JournalLine } from '../../index/keeping/journal.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { parseJournalKey } from '../journal/objects.ts';
import { listJournalPage, parseJournalLines, readJournalObject } from '../journal/read.ts';
import { findMissingLines, makeFirstJournalKey } from './compare.ts';

export interface LostLines {
  /** Lines to replay, in the order of writing. */
  readonly lines: readonly JournalLine[];
  /** Lines to replay that are not in the object store. */
  readonly unshipped: readonly JournalLine[];
  /** All lost lines that this process knows, in the order of writing. Other processes have replayed some of them. */
  readonly known: readonly JournalLine[];
}

/** Collects the lines. `remembered`: lines that this process committed. Throws if a journal object is damaged. */
export async function collectLostLines(
  db: Executor<IndexSchema>,
  store: ObjectStore,
  remembered: readonly JournalLine[],
): Promise<LostLines> {
  const { lastIds, ownLastIds } = await readIndexHistory(db);
  const isBeyond = (
    ids: ReadonlyMap<string, number>,
    { id, epoch = '' }: { readonly id: number; readonly epoch?: string | undefined },
  ) => id > (ids.get(epoch) ?? -1);
  const shipped = new Map<string, JournalLine>();
  for await (const key of journalKeys(store, makeFirstJournalKey(await readLastCheckedMs(db)))) {
    const parsed = parseJournalKey(key);
    if (!parsed || !isBeyond(ownLastIds, parsed)) continue;
    for (const line of await readLines(store, key))
      if (isBeyond(ownLastIds, line)) shipped.set(nameLine(line), line);
  }
  const unshipped = findMissingLines(remembered, { lastIds, ownLastIds, lastId: 0 }).filter(
    (line) => !shipped.has(nameLine(line)),
  );
  // Skip lines that another process has already replayed.
  const journaled = [...shipped.values()].filter((line) => isBeyond(lastIds, line));
  return {
    lines: [...journaled, ...unshipped].sort(compareLines),
    unshipped,
    known: [...shipped.values(), ...unshipped].sort(compareLines),
  };
}

async function* journalKeys(store: ObjectStore, after: string): AsyncGenerator<string> {
  for (let last: string | undefined = after; last !== undefined; ) {
    const page = await listJournalPage(store, last);
    for (const { key } of page.objects) yield key;
    last = page.last;
  }
}

async function readLines(store: ObjectStore, key: string): Promise<JournalLine[]> {
  const read = await readJournalObject(store, key);
  const lines = typeof read === 'object' ? parseJournalLines(read.text) : undefined;
  if (lines === undefined) throw new Error(`${key} of the state journal cannot be read`);
  return lines;
}

function nameLine({ epoch, id }: JournalLine): string {
  return `${epoch} ${id}`;
}

function compareLines(a: JournalLine, b: JournalLine): number {
  const [one, other] = [a.epoch ?? '', b.epoch ?? ''];
  return one === other ? a.id - b.id : one < other ? -1 : 1;
}

/** Returns the ranges of IDs without a line, by epoch. The changes with these IDs are lost or were never committed. */
export function findIdGaps(
  lines: readonly JournalLine[],
  lastIds: ReadonlyMap<string, number>,
  seenId: number,
): string[] {
  const gaps: string[] = [];
  for (const [epoch, own] of Map.groupBy(lines, ({ epoch }) => epoch ?? '')) {
    let next = (lastIds.get(epoch) ?? own[0]!.id - 1) + 1;
    for (const id of [...own.map((line) => line.id), seenId + 1]) {
      if (id > next) gaps.push(id === next + 1 ? `${epoch}: ${next}` : `${epoch}: ${next} to ${id - 1}`);
      next = Math.max(next, id + 1);
    }
  }
  return gaps;
}
