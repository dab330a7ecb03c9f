// An object of the state journal, read; where it is damaged, or its copy is missing, it is made again from the other one.
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type ObjectInfo, type ObjectStore, ObjectStoreUnavailableError } from '@holdfast/object-store';
import { damageReason } from '../../content/damage-reason.ts';
import type { JobRun } from '../frame/job-run.ts';
import { replaceJournal, twinOf } from '../journal/objects.ts';
import { journalObjectText } from '../journal/read.ts';

/** What is wrong with it and stays so. `old`: nobody is just writing its copy, or merging it. */
export async function journalFault(
  store: ObjectStore,
  run: JobRun,
  { key, sizeBytes }: ObjectInfo,
  old: boolean,
): Promise<string | undefined> {
  await run.throttle(sizeBytes);
  const reason = await damageOf(store, key, run.signal);
  const wanting =
    reason !== undefined ? key : old && !(await store.stat(twinOf(key))) ? twinOf(key) : undefined;
  if (wanting === undefined) return undefined;
  const whole = await journalObjectText(store, key);
  if (typeof whole === 'object') {
    await replaceJournal(store, wanting, whole.text);
    run.log.warn({ key: wanting, reason }, 'an object of the state journal was made again from its copy');
    run.done({ counts: { 'journal objects made again': 1 } });
    return undefined;
  }
  return whole === 'damaged' ? `a part of the state journal is damaged: ${reason}` : undefined;
}

async function damageOf(store: ObjectStore, key: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    await pipeline(await store.read(key, { signal }), createGunzip(), async (plain) => {
      for await (const _ of plain);
    });
    return undefined;
  } catch (error) {
    if (error instanceof ObjectStoreUnavailableError || signal.aborted) throw error;
    const unreadable = ((error as NodeJS.ErrnoException).code ?? '').startsWith('Z_');
    const reason = unreadable ? 'it cannot be inflated' : damageReason(error);
    if (reason === undefined) throw error;
    return reason;
  }
}
