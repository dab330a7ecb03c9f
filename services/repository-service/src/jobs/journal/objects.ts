// The journal's objects: their names, and that each is there twice, so that the loss of one costs nothing. What a segment
// holds is told by its manifest and by its records, too; what became of it is told here alone.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ObjectStore } from '@holdfast/object-store';
import type { JournalLine } from '../../index/journal.db.ts';

export const JOURNAL_PREFIX = 'journal/';
export const JOURNAL_COPY_PREFIX = 'journal-copy/';

/** In the order of time, a folder a day. */
export function journalKey({ id, at }: JournalLine, uuid: string): string {
  const day = at.slice(0, 10).replaceAll('-', '');
  return `${JOURNAL_PREFIX}${day}/${String(id).padStart(16, '0')}-${uuid}.ndjson.gz`;
}

/** Where else an object of the journal is. */
export function twinOf(key: string): string {
  return key.startsWith(JOURNAL_PREFIX)
    ? JOURNAL_COPY_PREFIX + key.slice(JOURNAL_PREFIX.length)
    : JOURNAL_PREFIX + key.slice(JOURNAL_COPY_PREFIX.length);
}

/** Durable when resolved, in both places. */
export async function putJournal(store: ObjectStore, key: string, text: string): Promise<void> {
  const bytes = await gzipAsync(Buffer.from(text));
  const both = await Promise.allSettled([key, twinOf(key)].map((one) => store.put(one, bytes)));
  for (const one of both) if (one.status === 'rejected') throw one.reason;
}

/** In one of its places, where it is missing or damaged. */
export async function replaceJournal(store: ObjectStore, key: string, text: string): Promise<void> {
  await store.delete(key);
  await store.put(key, await gzipAsync(Buffer.from(text)));
}

export function isOfJournal(key: string): boolean {
  return key.startsWith(JOURNAL_PREFIX) || key.startsWith(JOURNAL_COPY_PREFIX);
}

export function journalText(lines: readonly JournalLine[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

const gzipAsync = promisify(gzip);
