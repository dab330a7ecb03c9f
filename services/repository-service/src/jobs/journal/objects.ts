// Journal objects, their keys and their copies. Each object is stored twice, so that the loss of one object loses no
// lines. Only the journal contains changes made after a segment was stored; manifests and records contain the original
// state.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ObjectStore } from '@holdfast/object-store';
import { CERTIFICATES_PREFIX } from '../../domain/certificate.ts';
import type { JournalLine } from '../../index/keeping/journal.db.ts';

export const JOURNAL_PREFIX = 'journal/';
export const JOURNAL_COPY_PREFIX = 'journal-copy/';

/**
 * Returns the key of a journal object. Keys sort by time: one folder per day, with a subfolder per epoch. `last`: line
 * with the highest ID; all lines must belong to one epoch. The key contains epoch and ID, so a listing shows the last
 * ID of each epoch.
 */
export function toJournalKey(last: Pick<JournalLine, 'id' | 'at' | 'epoch'>, uuid: string): string {
  const day = last.at.slice(0, 10).replaceAll('-', '');
  return makeKeyOfDay(day, last, uuid);
}

function makeKeyOfDay(day: string, { id, epoch }: Pick<JournalLine, 'id' | 'epoch'>, uuid: string): string {
  const folder = epoch === undefined ? day : `${day}/${epoch}`;
  return `${JOURNAL_PREFIX}${folder}/${String(id).padStart(16, '0')}-${uuid}.ndjson.gz`;
}

export interface JournalKey {
  /** `yyyymmdd`. */
  readonly day: string;
  /** Highest ID of the object's lines. If the key contains no epoch, the ID of one of the lines. */
  readonly id: number;
  readonly epoch: string | undefined;
}

const KEY = /^journal\/(\d{8})\/(?:(\d{17}-[0-9a-f]{8})\/)?(\d{16})-[0-9a-f-]{36}\.ndjson\.gz$/;

/** Parses a key. Returns undefined if it is not the key of a journal object. */
export function parseJournalKey(key: string): JournalKey | undefined {
  const parts = KEY.exec(key);
  return parts ? { day: parts[1]!, id: Number(parts[3]), epoch: parts[2] } : undefined;
}

/**
 * Returns the key of the object that replaces these objects of one epoch. `keys`: sorted. The new key sorts after the
 * old ones, so a reader that misses a removed object finds the merged object later. Returns undefined if this machine's
 * clock is behind the time in the last key; the merge is then retried later.
 */
export function toMergedJournalKey(keys: readonly string[], uuid: string): string | undefined {
  const parsed = keys.map(parseJournalKey);
  const last = parsed.at(-1);
  if (last === undefined) return undefined;
  const id = Math.max(...parsed.map((key) => key?.id ?? 0));
  const key = makeKeyOfDay(last.day, { id, ...(last.epoch !== undefined && { epoch: last.epoch }) }, uuid);
  return key > keys.at(-1)! ? key : undefined;
}

/** Converts the key of a journal object to the key of its second copy, and vice versa. */
export function toJournalCopyKey(key: string): string {
  return key.startsWith(JOURNAL_PREFIX)
    ? JOURNAL_COPY_PREFIX + key.slice(JOURNAL_PREFIX.length)
    : JOURNAL_PREFIX + key.slice(JOURNAL_COPY_PREFIX.length);
}

/** Stores a journal object. Resolves when both copies are durable. */
export async function putJournalObject(store: ObjectStore, key: string, text: string): Promise<void> {
  const bytes = await gzipAsync(Buffer.from(text));
  const both = await Promise.allSettled([key, toJournalCopyKey(key)].map((one) => store.put(one, bytes)));
  for (const one of both) if (one.status === 'rejected') throw one.reason;
}

/** Replaces one missing or damaged copy. */
export async function replaceJournalObject(store: ObjectStore, key: string, text: string): Promise<void> {
  await store.delete(key);
  await store.put(key, await gzipAsync(Buffer.from(text)));
}

/** Prefix of the configuration service's journal, which may be in the same store. */
const CONFIGURATION_PREFIX = 'config/';

/** Returns whether the object belongs to the configuration service, or is a certificate of a fixity check. */
export function isUnindexedKey(key: string): boolean {
  return key.startsWith(CONFIGURATION_PREFIX) || key.startsWith(CERTIFICATES_PREFIX);
}

export function isJournalKey(key: string): boolean {
  return key.startsWith(JOURNAL_PREFIX) || key.startsWith(JOURNAL_COPY_PREFIX);
}

export function serializeLines(lines: readonly JournalLine[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

const gzipAsync = promisify(gzip);
