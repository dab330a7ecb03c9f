// The objects in the store that nothing names: nobody's, or somebody else's. And those of the state journal, which no
// segment's row names and which the index is made again from: each is read.
import type { ObjectInfo, ObjectStore } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import { MANIFESTS_PREFIX, segmentOfCopy } from '../../domain/manifest-copy-keys.ts';
import {
  forgetStraysBefore,
  namedKeys,
  noteStrays,
  type Stray,
} from '../../index/fixity/stray-objects.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import type { JobRun } from '../frame/job-run.ts';
import { isOfJournal } from '../journal/objects.ts';
import { journalFault } from './journal-fault.ts';
import { copyFault } from './manifest-copies.ts';

/** An object lies there before the transaction that names it: for a moment, or while a store hangs. */
const YOUNGEST_MS = 3_600_000;
const PAGE_SIZE = 1_000;

interface StrayDeps {
  readonly db: Executor<IndexSchema>;
  readonly store: ObjectStore;
  nowMs(): number;
}

export async function findStrays(
  { db, store, nowMs }: StrayDeps,
  run: JobRun,
  walk: { startedMs: number; afterKey: string; reached(afterKey: string): Promise<void> },
): Promise<void> {
  for (let after = walk.afterKey; ; ) {
    const objects = await store.list({ after, limit: PAGE_SIZE });
    const named = await namedKeys(
      db,
      objects.map(({ key }) => (isCopy(key) ? segmentOfCopy(key) : key)),
    );
    const strays: Stray[] = [];
    for (const object of objects) {
      const reason = await strangeness(store, run, object, { named, nowMs: nowMs() });
      if (reason !== undefined) strays.push({ ...object, reason });
    }
    await noteStrays(db, strays, nowMs());
    if (strays.length > 0) run.done({ counts: { 'stray objects': strays.length } });
    after = objects.at(-1)?.key ?? after;
    if (objects.length < PAGE_SIZE) break;
    await walk.reached(after);
  }
  await forgetStraysBefore(db, walk.startedMs);
}

async function strangeness(
  store: ObjectStore,
  run: JobRun,
  object: ObjectInfo,
  { named, nowMs }: { named: ReadonlySet<string>; nowMs: number },
): Promise<string | undefined> {
  const { key } = object;
  if (named.has(key)) return undefined;
  const old = nowMs - object.modifiedMs >= YOUNGEST_MS;
  if (isCopy(key) && named.has(segmentOfCopy(key))) return copyFault(store, run, object);
  if (isOfJournal(key)) return journalFault(store, run, object, old);
  return old ? 'nothing in the index names it' : undefined;
}

function isCopy(key: string): boolean {
  return key.startsWith(MANIFESTS_PREFIX);
}
