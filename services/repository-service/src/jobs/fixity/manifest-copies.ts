// Checks the copies of merged segments' manifests, and restores a damaged or missing copy from the manifest itself.
import { buffer } from 'node:stream/consumers';
import { NoSuchObjectError, type ObjectInfo, type ObjectStore } from '@holdfast/object-store';
import { readSegmentManifest } from '../../content/segments/contents.ts';
import { readManifestCopy } from '../../content/segments/manifest-copy.ts';
import { isMerged, type SegmentObject } from '../../content/segments/segment-object.ts';
import { toManifestCopyKey, toSegmentKey } from '../../domain/manifest-copy-keys.ts';
import type { JobRun } from '../frame/job-run.ts';

/** Returns the fault of a copy that could not be restored. */
export async function checkManifestCopy(
  store: ObjectStore,
  run: JobRun,
  { key, sizeBytes }: ObjectInfo,
): Promise<string | undefined> {
  const segmentKey = toSegmentKey(key);
  await run.throttle(sizeBytes);
  if (await readManifestCopy(store, segmentKey)) return undefined;
  return unlessGone(async () => {
    const segment = await store.stat(segmentKey);
    if (!segment || (await makeAgain(store, run, segment))) return undefined;
    return 'a copy of a manifest is damaged, and so is the manifest';
  });
}

/** Creates the missing manifest copy of a segment that was found intact. */
export function makeMissingCopy(store: ObjectStore, run: JobRun, segment: SegmentObject): Promise<void> {
  return unlessGone(async () => {
    if (!(await isMerged(store, segment)) || (await store.stat(toManifestCopyKey(segment.key)))) return;
    await makeAgain(store, run, segment);
  });
}

/**
 * Compaction may remove a segment and the copy of its manifest at any time. Its records are then checked as part of the
 * new segment.
 */
async function unlessGone<T>(work: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NoSuchObjectError) return undefined;
    throw error;
  }
}

/**
 * Restores the copy from the manifest. Returns false if the manifest cannot be read either. Throws NoSuchObjectError if
 * the segment does not exist.
 */
async function makeAgain(store: ObjectStore, run: JobRun, segment: SegmentObject): Promise<boolean> {
  const member = await manifestOf(store, segment);
  if (!member) return false;
  const key = toManifestCopyKey(segment.key);
  await store.delete(key);
  await store.put(key, member);
  if (!(await store.stat(segment.key))) {
    await store.delete(key);
    throw new NoSuchObjectError(segment.key);
  }
  run.log.warn({ key }, 'the copy of a manifest was made again');
  run.done({ counts: { 'copies of manifests made again': 1 } });
  return true;
}

async function manifestOf(store: ObjectStore, segment: SegmentObject): Promise<Buffer | undefined> {
  const manifest = await readSegmentManifest(store, segment);
  if (!manifest) return undefined;
  const { manifestOffset: offset } = manifest;
  return buffer(await store.read(segment.key, { offset, length: segment.sizeBytes - offset }));
}
