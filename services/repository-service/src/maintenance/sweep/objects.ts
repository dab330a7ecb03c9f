// Objects left behind by imports and merges that crashed.
//
// Why it is safe to remove one that the index does not know, although an import may just now be about to record it, on
// another machine with another clock, or after having stood still for a day: before the object is removed, its key is
// written down in the index under the lock of its AU (claimForRemoval). Every transaction that makes a segment of an
// object holds that lock and looks there first. So either the segment was there before, and the object stays; or the
// transaction comes later, fails, and its client is told that nothing was stored. What compaction writes or has replaced
// is its own affair (retired_object) and not touched. Age is only courtesy: so that no import that is merely slow has to
// fail. And what the journal says was recorded is never removed, whatever this index says (safety.ts).
import type { ObjectInfo } from '@holdfast/object-store';
import { recordedObjects } from './safety.ts';
import { claimForRemoval } from './sweep.db.ts';
import { segmentObjects, segmentsPrefix, type UnknownDeps } from './unknown-objects.ts';

export interface ObjectFindings {
  /** Looked at. */
  objects: number;
  /** Left behind: removed, unless it is a dry run. */
  removed: ObjectInfo[];
  /** Too young to tell. */
  young: number;
  /** Recorded by what the journal says, but unknown to the index. */
  lost: string[];
  /** Not named as we name objects. */
  foreign: string[];
  /** The last key that was looked at. */
  after: string;
}

export interface ObjectSweep {
  after: string;
  /** What was changed later is left alone. */
  beforeMs: number;
  dryRun: boolean;
}

/** Page by page, each removed before the next one is looked at. */
export async function* sweepObjects(deps: UnknownDeps, sweep: ObjectSweep): AsyncGenerator<ObjectFindings> {
  for await (const { objects, unknown } of segmentObjects(deps, {
    prefix: segmentsPrefix,
    after: sweep.after,
  })) {
    const placed = unknown.map((object) => ({ object, place: placeIn(object.key) }));
    const ours = placed.filter(({ place }) => place);
    const old = ours.filter(
      ({ object, place }) => Math.max(object.modifiedMs, place!.madeMs) < sweep.beforeMs,
    );
    const recorded = await recordedObjects(
      deps.store,
      old.map(({ object }) => object.key),
    );
    const removed: ObjectInfo[] = [];
    for (const { object, place } of old) {
      if (recorded.has(object.key)) continue;
      if (sweep.dryRun || (await remove(deps, object.key, place!))) removed.push(object);
    }
    yield {
      objects: objects.length,
      removed,
      young: ours.length - old.length,
      lost: [...recorded],
      foreign: placed.filter(({ place }) => !place).map(({ object }) => object.key),
      after: objects.at(-1)?.key ?? sweep.after,
    };
  }
}

async function remove({ db, store }: UnknownDeps, key: string, place: Place): Promise<boolean> {
  if (!(await claimForRemoval(db, { key, ...place }))) return false;
  await store.delete(key);
  return true;
}

interface Place {
  namespace: string;
  auidHash: string;
  /** When its key was made up, by the clock of whoever did. */
  madeMs: number;
}

const keyPattern =
  /^ns\/([^/]+)\/([0-9a-f]{64})\/([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\.warc\.gz$/;

function placeIn(key: string): Place | undefined {
  const [, namespace, auidHash, high, low] = keyPattern.exec(key) ?? [];
  if (namespace === undefined || auidHash === undefined) return undefined;
  return { namespace, auidHash, madeMs: Number.parseInt(`${high}${low}`, 16) };
}
