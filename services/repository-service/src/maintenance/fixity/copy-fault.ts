// The copy of a manifest, read; where it is damaged it is made again from the manifest itself.
import { buffer } from 'node:stream/consumers';
import { NoSuchObject, type ObjectInfo, type ObjectStore } from '@holdfast/object-store';
import type { JobRun } from '../job-run.ts';
import { segmentManifest } from '../segments/contents.ts';
import { readManifestCopy, segmentOfCopy } from '../segments/manifest-copy.ts';

/** What is wrong with it and stays so. */
export async function copyFault(
  store: ObjectStore,
  run: JobRun,
  { key, sizeBytes }: ObjectInfo,
): Promise<string | undefined> {
  const segmentKey = segmentOfCopy(key);
  await run.throttle(sizeBytes);
  if (await readManifestCopy(store, segmentKey)) return undefined;
  const member = await manifestOf(store, segmentKey).catch((error: unknown) => {
    // Removed just now, with its copy, by compaction: another segment tells of its records.
    if (error instanceof NoSuchObject) return 'gone' as const;
    throw error;
  });
  if (member === 'gone') return undefined;
  if (!member) return 'a copy of a manifest is damaged, and so is the manifest';
  await store.delete(key);
  await store.put(key, member);
  run.log.warn({ key }, 'the copy of a manifest was made again');
  run.done({ counts: { 'copies of manifests made again': 1 } });
  return undefined;
}

async function manifestOf(store: ObjectStore, key: string): Promise<Buffer | undefined> {
  const object = await store.stat(key);
  if (!object) throw new NoSuchObject(key);
  const { sizeBytes } = object;
  const manifest = await segmentManifest(store, { key, sizeBytes });
  if (!manifest) return undefined;
  const { manifestOffset: offset } = manifest;
  return buffer(await store.read(key, { offset, length: sizeBytes - offset }));
}
