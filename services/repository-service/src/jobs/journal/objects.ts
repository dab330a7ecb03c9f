// Objects of the journal: their keys and their copies. Each object is stored twice, so that losing one copy loses no
// content. Only the journal describes changes after a segment was stored; manifests and records describe its original
// content.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ObjectStore } from '@holdfast/object-store';
import type { JournalLine } from '../../index/keeping/journal.db.ts';

export const JOURNAL_PREFIX = 'journal/';
export const JOURNAL_COPY_PREFIX = 'journal-copy/';

/**
 * Returns the key of a journal object. Keys sort by time, with a folder per day and a subfolder per epoch. `last`: the
 * line with the highest id; all lines must belong to one epoch. The key contains the epoch and this id, so that a
 * listing shows how far each epoch goes.
 */
export function toJournalKey(last: Pick<JournalLine, 'id' | 'at' | 'epoch'>, uuid: string): string {
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
  /** Highest id among the object's lines. If the key has no epoch, the id of one of its lines. */
  readonly id: number;
  readonly epoch: string | undefined;
}

const KEY = /^journal\/(\d{8})\/(?:(\d{17}-[0-9a-f]{8})\/)?(\d{16})-[0-9a-f-]{36}\.ndjson\.gz$/;

/** Returns undefined if the key belongs to no journal object. */
export function parseJournalKey(key: string): JournalKey | undefined {
  const parts = KEY.exec(key);
  return parts ? { day: parts[1]!, id: Number(parts[3]), epoch: parts[2] } : undefined;
}

/**
 * Returns the key of an object that replaces these objects. The given objects must be ordered by key and belong to one
 * epoch. The new key sorts after all their keys, so a reader of the journal that misses a removed object finds the new
 * object later. Returns undefined if no such key can be made, because this clock is behind the clock that made the last
 * key. The merge is then retried later.
 */
export function toMergedJournalKey(keys: readonly string[], uuid: string): string | undefined {
  const parsed = keys.map(parseJournalKey);
  const last = parsed.at(-1);
  if (last === undefined) return undefined;
  const id = Math.max(...parsed.map((key) => key?.id ?? 0));
  const key = keyIn(last.day, { id, ...(last.epoch !== undefined && { epoch: last.epoch }) }, uuid);
  return key > keys.at(-1)! ? key : undefined;
}

/** Returns the key of the journal object's other copy. */
export function toJournalCopyKey(key: string): string {
  return key.startsWith(JOURNAL_PREFIX)
    ? JOURNAL_COPY_PREFIX + key.slice(JOURNAL_PREFIX.length)
    : JOURNAL_PREFIX + key.slice(JOURNAL_COPY_PREFIX.length);
}

/** Resolves when both copies are durable. */
export async function putJournal(store: ObjectStore, key: string, text: string): Promise<void> {
  const bytes = await gzipAsync(Buffer.from(text));
  const both = await Promise.allSettled([key, toJournalCopyKey(key)].map((one) => store.put(one, bytes)));
  for (const one of both) if (one.status === 'rejected') throw one.reason;
}

/** Rewrites a copy that is missing or damaged. */
export async function replaceJournal(store: ObjectStore, key: string, text: string): Promise<void> {
  await store.delete(key);
  await store.put(key, await gzipAsync(Buffer.from(text)));
}

/** Prefix of the journal of the configuration service, which may share the store. */
const CONFIGURATION_PREFIX = 'config/';

/** Returns whether another service owns the object. */
export function isConfigurationKey(key: string): boolean {
  return key.startsWith(CONFIGURATION_PREFIX);
}

export function isJournalKey(key: string): boolean {
  return key.startsWith(JOURNAL_PREFIX) || key.startsWith(JOURNAL_COPY_PREFIX);
}

export function serializeLines(lines: readonly JournalLine[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

const gzipAsync = promisify(gzip);
