// Collects journal lines that the database lost in a failover, from the object store and from this process's memory.
import type { ObjectStore } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import { type IndexHistory, readLastCheckedMs } from '../../index/keeping/epochs.db.ts';
import type { JournalLine } from '../../index/keeping/journal.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { type JournalKey, parseJournalKey } from '../journal/objects.ts';
import { listJournalPage, parseJournalLines, readJournalObject } from '../journal/read.ts';
import { findMissingLines, MAX_CONCURRENT_IDS, makeFirstJournalKey } from './compare.ts';

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
  history: IndexHistory,
  remembered: readonly JournalLine[],
): Promise<LostLines> {
  const { lastIds, ownLastIds } = history;
  const getOwnLastId = ({ epoch = '' }: { readonly epoch?: string | undefined }) =>
    ownLastIds.get(epoch) ?? -1;
  const ownMissing = await findMissingLines(db, remembered, history);
  const after = makeFirstJournalKey(await readLastCheckedMs(db));
  const keys = await listJournalKeys(store, after, (key) => key.id > getOwnLastId(key) - MAX_CONCURRENT_IDS);
  const lostEpochs = new Set(
    [...keys.filter((key) => key.id > getOwnLastId(key)), ...ownMissing].map(({ epoch }) => epoch),
  );
  const shipped = new Map<string, JournalLine>();
  for (const { key } of keys.filter(({ epoch }) => lostEpochs.has(epoch))) {
    for (const line of await findMissingLines(db, await readLines(store, key), history))
      shipped.set(formatLineKey(line), line);
  }
  const unshipped = ownMissing.filter((line) => !shipped.has(formatLineKey(line)));
  // Skip lines that another process has already replayed.
  const isReplayed = (line: JournalLine) =>
    line.id > getOwnLastId(line) && line.id <= (lastIds.get(line.epoch ?? '') ?? -1);
  const journaled = [...shipped.values()].filter((line) => !isReplayed(line));
  return {
    lines: [...journaled, ...unshipped].sort(compareLines),
    unshipped,
    known: [...shipped.values(), ...unshipped].sort(compareLines),
  };
}

interface FoundKey extends JournalKey {
  readonly key: string;
}

async function listJournalKeys(
  store: ObjectStore,
  after: string,
  isWanted: (key: JournalKey) => boolean,
): Promise<FoundKey[]> {
  const found: FoundKey[] = [];
  for (let last: string | undefined = after; last !== undefined; ) {
    const page = await listJournalPage(store, last);
    for (const { key } of page.objects) {
      const parsed = parseJournalKey(key);
      if (parsed && isWanted(parsed)) found.push({ ...parsed, key });
    }
    last = page.last;
  }
  return found;
}

async function readLines(store: ObjectStore, key: string): Promise<JournalLine[]> {
  const read = await readJournalObject(store, key);
  const lines = typeof read === 'object' ? parseJournalLines(read.text) : undefined;
  if (lines === undefined) throw new Error(`${key} of the state journal cannot be read`);
  return lines;
}

function formatLineKey({ epoch, id }: JournalLine): string {
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
