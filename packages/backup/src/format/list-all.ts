import type { ObjectInfo, ObjectStore } from '@holdfast/object-store';

const PAGE_SIZE = 1_000;

/** Lists all objects under a prefix, in the byte order of their keys. */
export async function listAllObjects(store: ObjectStore, prefix: string): Promise<ObjectInfo[]> {
  const objects: ObjectInfo[] = [];
  for (let after = ''; ; ) {
    const page = await store.list({ prefix, after, limit: PAGE_SIZE });
    objects.push(...page);
    if (page.length < PAGE_SIZE) return objects;
    after = page.at(-1)!.key;
  }
}
