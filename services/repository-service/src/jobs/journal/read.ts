// Reads journal objects from the object store. Objects may be merged at the same time.
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip, type ZlibOptions } from 'node:zlib';
import { NoSuchObjectError, type ObjectInfo, type ObjectStore } from '@holdfast/object-store';
import type { JournalLine } from '../../index/keeping/journal.db.ts';
import { JOURNAL_COPY_PREFIX, JOURNAL_PREFIX, toJournalCopyKey } from './objects.ts';

export interface JournalObject {
  readonly key: string;
  /** Lines of the object. Undefined if both copies are damaged. */
  readonly lines: JournalLine[] | undefined;
}

const gunzipAsync = promisify<Uint8Array, ZlibOptions, Buffer>(gunzip);
const PAGE_SIZE = 1_000;
/** Number of objects read concurrently. */
const AT_ONCE = 8;
const MAX_BYTES = 512 * 1024 * 1024;

/** Yields the objects after the key `after`, sorted by key, except those in `read`. Lines may be repeated. */
export async function* readJournalObjects(
  store: ObjectStore,
  after: string,
  read: ReadonlySet<string> = new Set(),
): AsyncGenerator<JournalObject> {
  for (let last = after; ; ) {
    const page = await listJournalPage(store, last);
    const keys = page.objects.map(({ key }) => key).filter((key) => !read.has(key));
    const gone = yield* readPage(store, keys);
    // The object was merged and removed. List again after its key: the merged object has a later key, but this listing
    // may not contain it.
    if (gone !== undefined) last = gone;
    else if (page.last === undefined) return;
    else last = page.last;
  }
}

/** Yields the objects of a page. Returns the first key whose object no longer exists. */
async function* readPage(
  store: ObjectStore,
  keys: readonly string[],
): AsyncGenerator<JournalObject, string | undefined> {
  for (let at = 0; at < keys.length; at += AT_ONCE) {
    const some = keys.slice(at, at + AT_ONCE);
    const texts = await Promise.all(some.map((key) => readJournalObject(store, key)));
    for (const [i, text] of texts.entries()) {
      const key = some[i]!;
      if (text === 'gone') return key;
      const lines = text === 'damaged' ? undefined : parseJournalLines(text.text);
      yield { key, lines };
    }
  }
  return undefined;
}

/**
 * Lists the objects after a key, including objects of which only the second copy is left. `last`: where the next page
 * starts; undefined on the last page.
 */
export async function listJournalPage(
  store: ObjectStore,
  after: string,
): Promise<{ objects: ObjectInfo[]; last: string | undefined }> {
  const behind = after === '' ? '' : toJournalCopyKey(after);
  const [own, copies] = await Promise.all([
    store.list({ prefix: JOURNAL_PREFIX, after, limit: PAGE_SIZE }),
    store.list({ prefix: JOURNAL_COPY_PREFIX, after: behind, limit: PAGE_SIZE }),
  ]);
  const named = copies.map((copy) => ({ ...copy, key: toJournalCopyKey(copy.key) }));
  const ends = [own, named].flatMap((page) => (page.length < PAGE_SIZE ? [] : [page.at(-1)!.key]));
  const last = ends.sort(compareJournalKeys)[0];
  const all = new Map([...named, ...own].map((object) => [object.key, object]));
  const objects = [...all.values()].filter(
    ({ key }) => last === undefined || compareJournalKeys(key, last) <= 0,
  );
  return { objects: objects.sort((a, b) => compareJournalKeys(a.key, b.key)), last };
}

/** Reads the object. If it is missing or damaged, reads its second copy. */
export async function readJournalObject(
  store: ObjectStore,
  key: string,
  mostBytes = MAX_BYTES,
): Promise<{ text: string } | 'damaged' | 'gone'> {
  const own = await readJournalText(store, key, mostBytes);
  if (typeof own === 'object') return own;
  const copy = await readJournalText(store, toJournalCopyKey(key), mostBytes);
  return typeof copy === 'object' || copy === own ? copy : 'damaged';
}

async function readJournalText(store: ObjectStore, key: string, mostBytes: number) {
  try {
    const bytes = await buffer(await store.read(key));
    return { text: (await gunzipAsync(bytes, { maxOutputLength: mostBytes })).toString() };
  } catch (error) {
    if (error instanceof NoSuchObjectError) return 'gone';
    if (isDamage(error)) return 'damaged';
    throw error;
  }
}

/** Returns whether the error comes from gunzip and thus means damage. All other errors are problems of the store. */
function isDamage(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return code.startsWith('Z_') || code === 'ERR_BUFFER_TOO_LARGE';
}

/** Parses the text of an object. Returns undefined if the text is damaged. */
export function parseJournalLines(text: string): JournalLine[] | undefined {
  try {
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as JournalLine);
  } catch {
    return undefined;
  }
}

function compareJournalKeys(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
