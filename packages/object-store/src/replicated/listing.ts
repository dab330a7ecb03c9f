// Merges the listings of all stores, because each store may lack objects.
import { ObjectStoreUnavailableError } from '../port/errors.ts';
import { compareObjectKeys } from '../port/key.ts';
import type { ListOptions, ObjectInfo } from '../port/port.ts';
import type { CopyCatalogue } from './catalogue.ts';
import { chooseBestError } from './first-good.ts';
import { isStoreOwnKey, STORE_OWN_PREFIX } from './identity.ts';
import type { CopySetMember } from './member.ts';

/** Maximum number of internal objects of a store. */
const OWN_OBJECTS = 16;
const DEFAULT_LIMIT = 1000;

/**
 * Lists objects. Throws ObjectStoreUnavailableError if unavailable stores may contain objects that the listing lacks.
 */
export async function listCopies(
  members: readonly CopySetMember[],
  catalogue: Pick<CopyCatalogue, 'hasHidden'>,
  options: ListOptions,
): Promise<ObjectInfo[]> {
  const { limit = DEFAULT_LIMIT, prefix = '' } = options;
  if (limit <= 0) return [];
  const hasOwn = STORE_OWN_PREFIX.startsWith(prefix) || prefix.startsWith(STORE_OWN_PREFIX);
  const pageOptions = hasOwn ? { ...options, limit: limit + OWN_OBJECTS } : options;
  const readable = members.filter((member) => member.isReadable);
  const pages = await Promise.allSettled(
    readable.map((member) => member.run('long', (store) => store.list(pageOptions))),
  );
  const failures = pages.flatMap((page) => (page.status === 'rejected' ? [{ error: page.reason }] : []));
  const answered = readable.filter((_, index) => pages[index]?.status === 'fulfilled');
  if (answered.length === 0) throw chooseBestError(failures);
  if (answered.length < members.length) await throwIfObjectsHidden(catalogue, answered);
  const found = new Map<string, ObjectInfo>();
  for (const page of pages) {
    if (page.status === 'rejected') continue;
    for (const object of page.value) {
      if (!isStoreOwnKey(object.key) && !found.has(object.key)) found.set(object.key, object);
    }
  }
  return [...found.values()].sort((a, b) => compareObjectKeys(a.key, b.key)).slice(0, limit);
}

async function throwIfObjectsHidden(
  catalogue: Pick<CopyCatalogue, 'hasHidden'>,
  answered: readonly CopySetMember[],
): Promise<void> {
  const ids = answered.flatMap(({ record }) => (record ? [record.id] : []));
  // Without a database, for example during a rebuild, missing objects cannot be detected. The listing is then returned
  // unchecked.
  const isIncomplete = await catalogue.hasHidden(ids).catch(() => false);
  if (isIncomplete)
    throw new ObjectStoreUnavailableError('some objects are only in stores that are unavailable');
}
