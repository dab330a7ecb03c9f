// Separate copy of a manifest. Only merged segments have a copy: after their source objects are deleted, the UUIDs,
// versions and states of the records are stored nowhere else.
import { buffer } from 'node:stream/consumers';
import { NoSuchObjectError, type ObjectStore } from '@holdfast/object-store';
import { readManifest } from '@holdfast/warc';
import { MANIFESTS_PREFIX, toManifestCopyKey, toSegmentKey } from '../../domain/manifest-copy-keys.ts';
import { type ManifestLines, parseManifest } from '../../domain/record/manifest.ts';

/** Returns the keys of the AU's segments that have a manifest copy. */
export async function listManifestCopies(
  store: ObjectStore,
  { namespace, auidHash }: { namespace: string; auidHash: string },
): Promise<Set<string>> {
  const prefix = `${MANIFESTS_PREFIX}${namespace}/${auidHash}/`;
  const keys = new Set<string>();
  for (let after = ''; ; ) {
    const page = await store.list({ prefix, after, limit: PAGE_SIZE });
    for (const { key } of page) keys.add(toSegmentKey(key));
    if (page.length < PAGE_SIZE) return keys;
    after = page.at(-1)!.key;
  }
}

const PAGE_SIZE = 1_000;

export interface ManifestCopy extends ManifestLines {
  readonly writtenMs: number;
  readonly readBytes: number;
}

/** Reads a manifest copy. Returns undefined if it is missing or damaged. */
export async function readManifestCopy(
  store: ObjectStore,
  segmentKey: string,
): Promise<ManifestCopy | undefined> {
  try {
    const member = await buffer(await store.read(toManifestCopyKey(segmentKey)));
    const found = await readManifest(member);
    if (!found) return undefined;
    return { writtenMs: found.dateMs, ...parseManifest(found.block), readBytes: member.length };
  } catch (error) {
    if (error instanceof NoSuchObjectError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
