// Checks the manifest copies of merged segments. Replaces a damaged or missing copy with a new copy of the manifest.
import { buffer } from 'node:stream/consumers';
import { NoSuchObjectError, type ObjectInfo, type ObjectStore } from '@holdfast/object-store';
import { readSegmentManifest } from '../../content/segments/contents.ts';
import { readManifestCopy } from '../../content/segments/manifest-copy.ts';
import { isMerged, type SegmentObject } from '../../content/segments/segment-object.ts';
import { toManifestCopyKey, toSegmentKey } from '../../domain/manifest-copy-keys.ts';
import type { JobRun } from '../frame/job-run.ts';

/** Checks a manifest copy, and replaces the copy if necessary. Returns a fault if this is impossible. */
export async function checkManifestCopy(
  store: ObjectStore,
  run: JobRun,
  { key, sizeBytes }: ObjectInfo,
): Promise<string | undefined> {
  const segmentKey = toSegmentKey(key);
  await run.throttle(sizeBytes);
  if (await readManifestCopy(store, segmentKey)) return undefined;
  return ignoreIfGone(async () => {
    const segment = await store.stat(segmentKey);
    if (!segment || (await restoreCopy(store, run, segment))) return undefined;
    return 'a manifest and its copy are damaged';
  });
}

/** Creates the manifest copy of a merged segment if it is missing. Call only after the segment was found intact. */
export function makeMissingCopy(store: ObjectStore, run: JobRun, segment: SegmentObject): Promise<void> {
  return ignoreIfGone(async () => {
    if (!(await isMerged(store, segment)) || (await store.stat(toManifestCopyKey(segment.key)))) return;
    await restoreCopy(store, run, segment);
  });
}

/** Runs `work`. Ignores its result if compaction has removed the segment and moved the records to a new one. */
async function ignoreIfGone<T>(work: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NoSuchObjectError) return undefined;
    throw error;
  }
}

/**
 * Replaces the copy. Returns false if the manifest is unreadable, too. Throws NoSuchObjectError if the segment no
 * longer exists.
 */
async function restoreCopy(store: ObjectStore, run: JobRun, segment: SegmentObject): Promise<boolean> {
  const member = await readManifestBytes(store, segment);
  if (!member) return false;
  const key = toManifestCopyKey(segment.key);
  await store.delete(key);
  await store.put(key, member);
  if (!(await store.stat(segment.key))) {
    await store.delete(key);
    throw new NoSuchObjectError(segment.key);
  }
  run.log.warn({ key }, 'the copy of a manifest was restored');
  run.done({ counts: { 'copies of manifests made again': 1 } });
  return true;
}

async function readManifestBytes(store: ObjectStore, segment: SegmentObject): Promise<Buffer | undefined> {
  const manifest = await readSegmentManifest(store, segment);
  if (!manifest) return undefined;
  const { manifestOffset: offset } = manifest;
  return buffer(await store.read(segment.key, { offset, length: segment.sizeBytes - offset }));
}
