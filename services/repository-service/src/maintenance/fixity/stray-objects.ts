// The objects in the store that nothing names: nobody's, or somebody else's. And those of the state journal, which no
// segment's row names and which the index is made again from: each is read.
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type ObjectInfo, type ObjectStore, ObjectStoreUnavailable } from '@holdfast/object-store';
import { damageReason } from '../../damage-reason.ts';
import type { JobRun } from '../job-run.ts';
import { journalPrefix } from '../journal/shipper.ts';
import type { FixityDeps } from './fixity-job.ts';
import { forgetStraysBefore, namedKeys, noteStrays, type Stray } from './stray-objects.db.ts';

/** An object lies there before the transaction that names it: for a moment, or while a store hangs. */
const youngestMs = 3_600_000;
const pageSize = 1_000;

export async function findStrays(
  { db, store, nowMs }: Pick<FixityDeps, 'db' | 'store' | 'nowMs'>,
  run: JobRun,
  walk: { startedMs: number; afterKey: string; reached(afterKey: string): Promise<void> },
): Promise<void> {
  for (let after = walk.afterKey; ; ) {
    const objects = await store.list({ after, limit: pageSize });
    const named = await namedKeys(
      db,
      objects.map(({ key }) => key),
    );
    const strays: Stray[] = [];
    for (const object of objects) {
      const reason = named.has(object.key) ? undefined : await strangeness(store, run, object, nowMs());
      if (reason !== undefined) strays.push({ ...object, reason });
    }
    await noteStrays(db, strays, nowMs());
    if (strays.length > 0) run.done({ counts: { 'stray objects': strays.length } });
    after = objects.at(-1)?.key ?? after;
    if (objects.length < pageSize) break;
    await walk.reached(after);
  }
  await forgetStraysBefore(db, walk.startedMs);
}

async function strangeness(
  store: ObjectStore,
  run: JobRun,
  { key, sizeBytes, modifiedMs }: ObjectInfo,
  nowMs: number,
): Promise<string | undefined> {
  if (!key.startsWith(journalPrefix)) {
    return nowMs - modifiedMs < youngestMs ? undefined : 'nothing in the index names it';
  }
  await run.throttle(sizeBytes);
  return journalFault(store, key, run.signal);
}

async function journalFault(
  store: ObjectStore,
  key: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    await pipeline(await store.read(key, { signal }), createGunzip(), async (plain) => {
      for await (const _ of plain);
    });
    return undefined;
  } catch (error) {
    if (error instanceof ObjectStoreUnavailable || signal.aborted) throw error;
    const unreadable = ((error as NodeJS.ErrnoException).code ?? '').startsWith('Z_');
    const reason = unreadable ? 'it cannot be inflated' : damageReason(error);
    if (reason === undefined) throw error;
    return `a part of the state journal is damaged: ${reason}`;
  }
}
