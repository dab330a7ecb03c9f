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
import { claimForRemoval } from '../../index/keeping/sweep.db.ts';
import { recordedObjects } from './safety.ts';
import { SEGMENTS_PREFIX, segmentObjects, type UnknownDeps } from './unknown-objects.ts';

export interface ObjectFindings {
  /** Looked at. */
  readonly objects: number;
  /** Left behind: removed, unless it is a dry run. */
  readonly removed: ObjectInfo[];
  /** Too young to tell. */
  readonly young: number;
  /** Recorded by what the journal says, but unknown to the index. */
  readonly lost: string[];
  /** Not named as we name objects. */
  readonly foreign: string[];
  /** The last key that was looked at. */
  readonly after: string;
}

export interface ObjectSweep {
  readonly after: string;
  /** What was changed later is left alone. */
  readonly beforeMs: number;
  readonly dryRun: boolean;
}

/** The journal is read once for so many objects that are perhaps left behind. */
const MOST_HELD = 5_000;

/** Stretch by stretch, each removed before the next one is looked at. */
export async function* sweepObjects(deps: UnknownDeps, sweep: ObjectSweep): AsyncGenerator<ObjectFindings> {
  let stretch = new Stretch(sweep.after);
  for await (const { objects, unknown } of segmentObjects(deps, {
    prefix: SEGMENTS_PREFIX,
    after: sweep.after,
  })) {
    stretch.add(objects, unknown, sweep.beforeMs);
    if (stretch.old.length > 0 && stretch.old.length < MOST_HELD) continue;
    yield await settled(deps, stretch, sweep);
    stretch = new Stretch(stretch.after);
  }
  yield await settled(deps, stretch, sweep);
}

class Stretch {
  objects = 0;
  young = 0;
  readonly old: { object: ObjectInfo; place: Place }[] = [];
  readonly foreign: string[] = [];
  after: string;

  constructor(after: string) {
    this.after = after;
  }

  add(objects: readonly ObjectInfo[], unknown: readonly ObjectInfo[], beforeMs: number): void {
    this.objects += objects.length;
    this.after = objects.at(-1)?.key ?? this.after;
    for (const object of unknown) {
      const place = placeIn(object.key);
      if (!place) this.foreign.push(object.key);
      else if (Math.max(object.modifiedMs, place.madeMs) >= beforeMs) this.young += 1;
      else this.old.push({ object, place });
    }
  }
}

async function settled(
  deps: UnknownDeps,
  { objects, young, old, foreign, after }: Stretch,
  { dryRun }: ObjectSweep,
): Promise<ObjectFindings> {
  const recorded = await recordedObjects(
    deps.store,
    old.map(({ object }) => object.key),
  );
  const removed: ObjectInfo[] = [];
  for (const { object, place } of old) {
    if (recorded.has(object.key)) continue;
    if (dryRun || (await remove(deps, object.key, place))) removed.push(object);
  }
  return { objects, removed, young, lost: [...recorded], foreign, after };
}

async function remove({ db, store }: UnknownDeps, key: string, place: Place): Promise<boolean> {
  if (!(await claimForRemoval(db, { key, ...place }))) return false;
  await store.delete(key);
  return true;
}

interface Place {
  readonly namespace: string;
  readonly auidHash: string;
  /** When its key was made up, by the clock of whoever did. */
  readonly madeMs: number;
}

const KEY_PATTERN =
  /^ns\/([^/]+)\/([0-9a-f]{64})\/([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\.warc\.gz$/;

function placeIn(key: string): Place | undefined {
  const [, namespace, auidHash, high, low] = KEY_PATTERN.exec(key) ?? [];
  if (namespace === undefined || auidHash === undefined) return undefined;
  return { namespace, auidHash, madeMs: Number.parseInt(`${high}${low}`, 16) };
}
