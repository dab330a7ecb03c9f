// The journal's objects: their names, and that each is there twice, so that the loss of one costs nothing. What a segment
// holds is told by its manifest and by its records, too; what became of it is told here alone.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ObjectStore } from '@holdfast/object-store';
import type { JournalLine } from '../../index/keeping/journal.db.ts';

export const JOURNAL_PREFIX = 'journal/';
export const JOURNAL_COPY_PREFIX = 'journal-copy/';

/**
 * In the order of time, a folder a day and in it one an epoch. `last`: the line with the highest id; all lines of an object are of one epoch. The key
 * names both, so that a listing is enough to tell how far each epoch goes.
 */
export function journalKey(last: Pick<JournalLine, 'id' | 'at' | 'epoch'>, uuid: string): string {
  const day = last.at.slice(0, 10).replaceAll('-', '');
  return keyIn(day, last, uuid);
}

function keyIn(day: string, { id, epoch }: Pick<JournalLine, 'id' | 'epoch'>, uuid: string): string {
  const folder = epoch === undefined ? day : `${day}/${epoch}`;
  return `${JOURNAL_PREFIX}${folder}/${String(id).padStart(16, '0')}-${uuid}.ndjson.gz`;
}

export interface JournalKey {
  /** `yyyymmdd`. */
  readonly day: string;
  /** The highest id of its lines; in keys without an epoch, the id of one of them. */
  readonly id: number;
  readonly epoch: string | undefined;
}

const KEY = /^journal\/(\d{8})\/(?:(\d{17}-[0-9a-f]{8})\/)?(\d{16})-[0-9a-f-]{36}\.ndjson\.gz$/;

/** Undefined for a key that names no object of the journal. */
export function parseJournalKey(key: string): JournalKey | undefined {
  const parts = KEY.exec(key);
  return parts ? { day: parts[1]!, id: Number(parts[3]), epoch: parts[2] } : undefined;
}

/**
 * The key of an object that takes the place of these, which are in the order of their keys and of one epoch. It sorts behind all
 * of them, so that a reader that goes through the journal in order, and finds one of them gone, has not passed it. Undefined
 * when the clock is behind the one that made the last key: the merge is tried again later.
 */
export function mergedJournalKey(keys: readonly string[], uuid: string): string | undefined {
  const parsed = keys.map(parseJournalKey);
  const last = parsed.at(-1);
  if (last === undefined) return undefined;
  const id = Math.max(...parsed.map((key) => key?.id ?? 0));
  const key = keyIn(last.day, { id, ...(last.epoch !== undefined && { epoch: last.epoch }) }, uuid);
  return key > keys.at(-1)! ? key : undefined;
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
