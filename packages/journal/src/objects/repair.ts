// Checks every journal object and its copy. Restores a missing or damaged object from its copy, and vice versa.
import { pipeline } from 'node:stream/promises';
import { NoSuchObjectError } from '@holdfast/object-store';
import { listJournalObjects, makeJournalCopyKey, type StoredJournalObject } from './names.ts';
import { DamagedJournalError, readJournalCopy } from './read.ts';
import type { JournalLocation } from './write.ts';

export interface CheckedJournal {
  readonly objects: number;
  /** Names of the objects and copies that were restored. */
  readonly restored: readonly string[];
  /** Names of objects that are lost, because neither the object nor the copy is intact. */
  readonly lost: readonly string[];
}

/** Checks and repairs all objects that still exist. Throws UnknownJournalKeyError or ObjectStoreUnavailableError. */
export async function repairJournal(place: JournalLocation, signal?: AbortSignal): Promise<CheckedJournal> {
  const objects = await listJournalObjects(place.store, place.prefix);
  const restored: string[] = [];
  const lost: string[] = [];
  for (const object of objects) {
    signal?.throwIfAborted();
    const keys = [object.key, makeJournalCopyKey(place.prefix, object.key)];
    const states = await Promise.all(keys.map((key) => checkCopy(place, object, key)));
    const good = keys[states.indexOf('good')];
    const bad = keys.filter((_, at) => states[at] !== 'good');
    if (good === undefined) {
      if (states.includes('damaged')) lost.push(object.key);
      continue;
    }
    for (const key of bad) {
      await replaceCopy(place, good, key);
      restored.push(key);
    }
  }
  return { objects: objects.length, restored, lost };
}

async function checkCopy(
  place: JournalLocation,
  object: StoredJournalObject,
  key: string,
): Promise<'good' | 'damaged' | 'missing'> {
  try {
    await readJournalCopy(place, object, key);
    return 'good';
  } catch (error) {
    if (error instanceof DamagedJournalError) return 'damaged';
    if (error instanceof NoSuchObjectError) return 'missing';
    throw error;
  }
}

async function replaceCopy({ store }: JournalLocation, good: string, bad: string): Promise<void> {
  await store.delete(bad);
  const writer = store.create(bad);
  try {
    await pipeline(await store.read(good), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) await writer.write(chunk);
    });
    await writer.close();
  } catch (error) {
    await writer.abort();
    throw error;
  }
}
