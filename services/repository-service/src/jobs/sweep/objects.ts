// Removes objects that imports and merges left over when they crashed. First records a claim on the object's key under
// the lock of its AU (claimObjectForRemoval). Every transaction that turns an object into a segment takes this lock and
// checks for a claim. So either the segment exists and the object stays, or the transaction fails and the client learns
// that nothing was stored. This is safe regardless of clocks and suspended processes; the minimum age only spares slow
// imports. Skips retired objects of compaction, and objects that the journal contains (safety.ts).
import type { ObjectInfo } from '@holdfast/object-store';
import { claimObjectForRemoval } from '../../index/keeping/sweep.db.ts';
import { findRecordedObjects } from './safety.ts';
import { listObjectPages, SEGMENTS_PREFIX, type UnknownObjectsDeps } from './unknown-objects.ts';

export interface ObjectFindings {
  readonly objects: number;
  /** Leftover objects. They were removed unless this is a dry run. */
  readonly removed: ObjectInfo[];
  /** Number of objects below the minimum age. */
  readonly young: number;
  /** Objects that are in the journal but not in the index. */
  readonly lost: string[];
  /** Objects whose keys have an unknown format. */
  readonly foreign: string[];
  /** Last key examined. */
  readonly after: string;
}

export interface ObjectSweep {
  readonly after: string;
  /** Upper bound of the modification time of objects to remove. */
  readonly beforeMs: number;
  readonly dryRun: boolean;
}

/** Maximum number of candidates per scan of the journal. */
const MAX_HELD = 5_000;

/** Sweeps objects in batches. Removes each batch before it examines the next one. */
export async function* sweepObjects(
  deps: UnknownObjectsDeps,
  sweep: ObjectSweep,
): AsyncGenerator<ObjectFindings> {
  let batch = new ObjectBatch(sweep.after);
  for await (const { objects, unknown } of listObjectPages(deps, {
    prefix: SEGMENTS_PREFIX,
    after: sweep.after,
  })) {
    batch.add(objects, unknown, sweep.beforeMs);
    if (batch.old.length > 0 && batch.old.length < MAX_HELD) continue;
    yield await sweepBatch(deps, batch, sweep);
    batch = new ObjectBatch(batch.after);
  }
  yield await sweepBatch(deps, batch, sweep);
}

class ObjectBatch {
  objects = 0;
  young = 0;
  readonly old: { object: ObjectInfo; place: ObjectOrigin }[] = [];
  readonly foreign: string[] = [];
  after: string;

  constructor(after: string) {
    this.after = after;
  }

  add(objects: readonly ObjectInfo[], unknown: readonly ObjectInfo[], beforeMs: number): void {
    this.objects += objects.length;
    this.after = objects.at(-1)?.key ?? this.after;
    for (const object of unknown) {
      const place = parseObjectOrigin(object.key);
      if (!place) this.foreign.push(object.key);
      else if (Math.max(object.modifiedMs, place.madeMs) >= beforeMs) this.young += 1;
      else this.old.push({ object, place });
    }
  }
}

async function sweepBatch(
  deps: UnknownObjectsDeps,
  { objects, young, old, foreign, after }: ObjectBatch,
  { dryRun }: ObjectSweep,
): Promise<ObjectFindings> {
  const recorded = await findRecordedObjects(
    deps.store,
    old.map(({ object }) => object.key),
  );
  const removed: ObjectInfo[] = [];
  for (const { object, place } of old) {
    if (recorded.has(object.key)) continue;
    if (dryRun || (await removeObject(deps, object.key, place))) removed.push(object);
  }
  return { objects, removed, young, lost: [...recorded], foreign, after };
}

async function removeObject(
  { db, store }: UnknownObjectsDeps,
  key: string,
  place: ObjectOrigin,
): Promise<boolean> {
  if (!(await claimObjectForRemoval(db, { key, ...place }))) return false;
  await store.delete(key);
  return true;
}

interface ObjectOrigin {
  readonly namespace: string;
  readonly auidHash: string;
  /** Creation time in the key, according to the clock of the process that wrote the object. */
  readonly madeMs: number;
}

const KEY_PATTERN =
  /^ns\/([^/]+)\/([0-9a-f]{64})\/([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\.warc\.gz$/;

function parseObjectOrigin(key: string): ObjectOrigin | undefined {
  const [, namespace, auidHash, high, low] = KEY_PATTERN.exec(key) ?? [];
  if (namespace === undefined || auidHash === undefined) return undefined;
  return { namespace, auidHash, madeMs: Number.parseInt(`${high}${low}`, 16) };
}

/**
 * Returns the creation time in a segment's key, in milliseconds. Returns undefined if the key has an unknown format.
 */
export function readCreationTime(segmentKey: string): number | undefined {
  return parseObjectOrigin(segmentKey)?.madeMs;
}
