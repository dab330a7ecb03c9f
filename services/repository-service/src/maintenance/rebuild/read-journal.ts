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
const longestBytes = 512 * 1024 * 1024;

/** In the order of their keys, `after` one, without those `read` before. */
export async function* journalObjects(
  store: ObjectStore,
  after: string,
  read: ReadonlySet<string> = new Set(),
): AsyncGenerator<JournalObject> {
  for (let last = after; ; ) {
    const objects = await store.list({ prefix: journalPrefix, after: last, limit: 100 });
    for (const { key } of objects) {
      if (read.has(key)) continue;
      yield { key, lines: await linesOf(await buffer(await store.read(key))) };
    }
    if (objects.length < 100) return;
    last = objects.at(-1)!.key;
  }
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
