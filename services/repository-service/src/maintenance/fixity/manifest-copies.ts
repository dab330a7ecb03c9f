// The copies of the manifests of merged segments: read, and made again from the manifest itself where they are damaged or
// missing.
import { buffer } from 'node:stream/consumers';
import { NoSuchObject, type ObjectInfo, type ObjectStore } from '@holdfast/object-store';
import type { JobRun } from '../job-run.ts';
import { isMerged, type SegmentObject, segmentManifest } from '../segments/contents.ts';
import { manifestCopyOf, readManifestCopy, segmentOfCopy } from '../segments/manifest-copy.ts';

/** What is wrong with a copy and stays so. */
export async function copyFault(
  store: ObjectStore,
  run: JobRun,
  { key, sizeBytes }: ObjectInfo,
): Promise<string | undefined> {
  const segmentKey = segmentOfCopy(key);
  await run.throttle(sizeBytes);
  if (await readManifestCopy(store, segmentKey)) return undefined;
  const outcome = await makeAgain(store, run, segmentKey);
  return outcome === 'unreadable' ? 'a copy of a manifest is damaged, and so is the manifest' : undefined;
}

/** For a segment that was found whole. */
export async function makeMissingCopy(
  store: ObjectStore,
  run: JobRun,
  segment: SegmentObject,
): Promise<void> {
  const { key } = segment;
  try {
    if (!(await isMerged(store, segment)) || (await store.stat(manifestCopyOf(key)))) return;
  } catch (error) {
    if (error instanceof NoSuchObject) return; // removed just now, by compaction
    throw error;
  }
  await makeAgain(store, run, key);
}

async function makeAgain(
  store: ObjectStore,
  run: JobRun,
  segmentKey: string,
): Promise<'made' | 'gone' | 'unreadable'> {
  const copyKey = manifestCopyOf(segmentKey);
  const object = await store.stat(segmentKey);
  if (!object) return 'gone';
  const member = await manifestOf(store, object).catch((error: unknown) => {
    // Removed just now, with its copy, by compaction: another segment tells of its records.
    if (error instanceof NoSuchObject) return 'gone' as const;
    throw error;
  });
  if (member === 'gone') return 'gone';
  if (!member) return 'unreadable';
  await store.delete(copyKey);
  await store.put(copyKey, member);
  if (!(await store.stat(segmentKey))) {
    await store.delete(copyKey);
    return 'gone';
  }
  run.log.warn({ key: copyKey }, 'the copy of a manifest was made again');
  run.done({ counts: { 'copies of manifests made again': 1 } });
  return 'made';
}

async function manifestOf(store: ObjectStore, { key, sizeBytes }: ObjectInfo): Promise<Buffer | undefined> {
  const manifest = await segmentManifest(store, { key, sizeBytes });
  if (!manifest) return undefined;
  const { manifestOffset: offset } = manifest;
  return buffer(await store.read(key, { offset, length: sizeBytes - offset }));
}
