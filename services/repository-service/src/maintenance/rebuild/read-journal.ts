// The journal as it lies in the object store, object by object.
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip, type ZlibOptions } from 'node:zlib';
import type { ObjectStore } from '@holdfast/object-store';
import type { JournalLine } from '../journal/journal.db.ts';
import { journalPrefix } from '../journal/shipper.ts';

export interface JournalObject {
  key: string;
  /** Undefined when it is damaged. */
  lines: JournalLine[] | undefined;
}

const gunzipAsync = promisify<Uint8Array, ZlibOptions, Buffer>(gunzip);
const pageSize = 1_000;
/** Objects read at once; each holds no more than what a second brought. */
const atOnce = 8;
const longestBytes = 512 * 1024 * 1024;

/** In the order of their keys, `after` one, without those `read` before. */
export async function* journalObjects(
  store: ObjectStore,
  after: string,
  read: ReadonlySet<string> = new Set(),
): AsyncGenerator<JournalObject> {
  for (let last = after; ; ) {
    const objects = await store.list({ prefix: journalPrefix, after: last, limit: pageSize });
    const keys = objects.map(({ key }) => key).filter((key) => !read.has(key));
    for (let at = 0; at < keys.length; at += atOnce) {
      yield* await Promise.all(keys.slice(at, at + atOnce).map((key) => journalObject(store, key)));
    }
    if (objects.length < pageSize) return;
    last = objects.at(-1)!.key;
  }
}

async function journalObject(store: ObjectStore, key: string): Promise<JournalObject> {
  return { key, lines: await linesOf(await buffer(await store.read(key))) };
}

async function linesOf(bytes: Buffer): Promise<JournalLine[] | undefined> {
  try {
    const text = (await gunzipAsync(bytes, { maxOutputLength: longestBytes })).toString();
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as JournalLine);
  } catch {
    return undefined;
  }
}
