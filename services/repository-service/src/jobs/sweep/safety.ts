// Whether this index may say what in the store is left behind. An index that was restored from a backup, or made anew
// and not yet rebuilt, does not know what the store holds: with it the sweep would remove everything.
import type { ObjectStore } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import type { IndexSchema } from '../../index/schema.ts';
import { clockMs, isRebuilding, lastJournalId } from '../../index/sweep.db.ts';
import { JOURNAL_PREFIX } from '../journal/objects.ts';
import { journalObjects } from '../journal/read.ts';

/** The index is not that of the store, or not yet. */
export class UnsafeToSweepError extends Error {
  override name = 'UnsafeToSweepError';
}

/** Throws UnsafeToSweepError. */
export async function throwIfUnsafe(db: Executor<IndexSchema>, store: ObjectStore): Promise<void> {
  if (await isRebuilding(db))
    throw new UnsafeToSweepError('The index is being rebuilt; sweep when that is done.');
  if (await journalIsAhead(db, store)) {
    throw new UnsafeToSweepError(
      'The state journal in the object store is ahead of this index, which so cannot know all that is stored. ' +
        'Nothing was removed. Make the index anew with keep rebuild, then sweep.',
    );
  }
}

const DAY_MS = 86_400_000;

/** What was given its id and carried over between the two looks is no news to the index: then it is looked at again. */
async function journalIsAhead(db: Executor<IndexSchema>, store: ObjectStore): Promise<boolean> {
  const day = await lastDay(store, await clockMs(db));
  if (day === undefined) return false;
  let before: number | undefined;
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const last = await lastJournalId(db);
    if (!(await journalGoesOn(store, day, last))) return false;
    if (last === before) return true;
    before = last;
  }
  return true;
}

const MOST_LOOKS = 100;

/** Whether there is a journal object of a higher id. Keys: `journal/{day}/{id of one of its lines}-{uuid}…`. */
async function journalGoesOn(store: ObjectStore, day: number, last: number): Promise<boolean> {
  const prefix = dayPrefix(day);
  const after = `${prefix}${String(last).padStart(16, '0')}~`;
  return (await store.list({ prefix, after, limit: 1 })).length > 0;
}

/** The last one with journal objects, in days since 1970: every day before it is before a key, every later one is not. */
async function lastDay(store: ObjectStore, nowMs: number): Promise<number | undefined> {
  const isBeforeKey = async (day: number) =>
    (await store.list({ prefix: JOURNAL_PREFIX, after: dayPrefix(day), limit: 1 })).length > 0;
  let [from, to] = [0, Math.ceil(nowMs / DAY_MS) + 400];
  if (!(await isBeforeKey(from))) return undefined;
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2);
    if (await isBeforeKey(middle)) from = middle;
    else to = middle;
  }
  return from;
}

function dayPrefix(day: number): string {
  return `${JOURNAL_PREFIX}${new Date(day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')}/`;
}

/**
 * Those of the objects that the journal says were recorded and not replaced since: if the index does not know them, it
 * is the index that is wrong. Reads the whole journal, unless nothing is asked for.
 */
export async function recordedObjects(store: ObjectStore, keys: readonly string[]): Promise<Set<string>> {
  const recorded = new Set<string>();
  if (keys.length === 0) return recorded;
  const asked = new Set(keys);
  const replaced = new Set<string>();
  for await (const { key, lines } of journalObjects(store, '')) {
    if (!lines) throw new UnsafeToSweepError(`The state journal cannot be read: ${key} is damaged.`);
    for (const line of lines) {
      if ((line.op === 'recorded' || line.op === 'moved') && line.segment && asked.has(line.segment)) {
        recorded.add(line.segment);
      }
      if (line.op === 'moved') for (const from of line.from) if (asked.has(from)) replaced.add(from);
    }
  }
  return new Set([...recorded].filter((key) => !replaced.has(key)));
}
