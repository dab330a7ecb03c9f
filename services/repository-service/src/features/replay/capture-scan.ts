// Walks over the captures of a key or of a range of keys in the order of the index, or backward, a batch at a time.
// What a walk holds is one batch.
import type { Capture, Direction, Position } from '../../domain/replay/capture.ts';
import type { KeyMatch, KeyRange } from '../../domain/replay/capture-index.ts';
import {
  type CaptureIndex,
  type CaptureScope,
  KEY_PREFIX_CHARACTERS,
  type KeyPrefixCursor,
  type Page,
  type TimeAndId,
} from '../../domain/replay/capture-index.ts';

export interface Scan {
  readonly index: CaptureIndex;
  readonly scope: CaptureScope;
  readonly direction: Direction;
  /** Captures in the first batch; later ones grow. */
  readonly firstBatch: number;
}

export function scanMatch(scan: Scan, match: KeyMatch, after?: Position): AsyncGenerator<Capture[]> {
  return 'key' in match ? scanKey(scan, match.key, after) : scanRange(scan, match, after);
}

/** Batches of captures of one key by time; `begun`: the first batch, when it is under way already. */
export function scanKey(
  scan: Scan,
  key: string,
  after?: TimeAndId,
  begun?: Promise<Capture[]>,
): AsyncGenerator<Capture[]> {
  return scanByTime(scan, { key }, after, begun);
}

/** Batches of captures by time, whatever their keys. */
export async function* scanByTime(
  scan: Scan,
  match: KeyMatch,
  after?: TimeAndId,
  begun?: Promise<Capture[]>,
): AsyncGenerator<Capture[]> {
  const { index, scope, direction, firstBatch } = scan;
  const page = (page: Page<TimeAndId>) =>
    'key' in match ? index.ofKey(scope, match.key, page) : index.byTime(scope, match, page);
  const fetch = (place: TimeAndId | undefined, limit: number) =>
    ahead(limit, page({ direction, after: place, limit }));
  let { limit, batch: pending } = begun ? ahead(firstBatch, begun) : fetch(after, firstBatch);
  for (let first = true; ; first = false) {
    const batch = await pending;
    if (batch.length < limit) return yield* some(batch);
    const next = () => fetch(batch.at(-1), nextLimit(batch));
    // Many a walk ends with its first batch; a longer one goes on while that one is worked on.
    const started = first ? undefined : next();
    yield batch;
    ({ limit, batch: pending } = started ?? next());
  }
}

async function* scanRange(scan: Scan, range: KeyRange, after?: Position): AsyncGenerator<Capture[]> {
  const { index, scope, direction, firstBatch } = scan;
  const fetch = (place: KeyPrefixCursor | undefined, limit: number) =>
    ahead(limit, index.byHead(scope, range, { direction, after: place, limit }));
  if (after && mayShareHead(after.urlkey)) yield* restOfHead(scan, range, after);
  let { limit, batch: pending } = fetch(after && placeBehind(after), firstBatch);
  for (let first = true; ; first = false) {
    const batch = await pending;
    const shared = batch.findIndex(({ urlkey }) => mayShareHead(urlkey));
    if (shared < 0 && batch.length < limit) return yield* some(batch);
    const certain = shared < 0 ? batch : batch.slice(0, shared);
    const last = (shared < 0 ? batch.at(-1) : batch[shared])!;
    const next = () => fetch(placeBehind(last), nextLimit(batch));
    const started = first ? undefined : next();
    yield* some(certain);
    if (shared >= 0) yield* scanSharedHead(scan, range, last.urlkey);
    ({ limit, batch: pending } = started ?? next());
  }
}

/** A long key stands for all that share its head: those are found one by one. */
function placeBehind({ urlkey, collectionMs, id }: Position): KeyPrefixCursor {
  return { key: urlkey, at: mayShareHead(urlkey) ? undefined : { collectionMs, id } };
}

/** A batch under way; nobody may be waiting for it any more when it fails. */
function ahead(limit: number, batch: Promise<Capture[]>): { limit: number; batch: Promise<Capture[]> } {
  batch.catch(() => undefined);
  return { limit, batch };
}

async function* some(batch: Capture[]): AsyncGenerator<Capture[]> {
  if (batch.length > 0) yield batch;
}

async function* restOfHead(scan: Scan, range: KeyRange, after: Position): AsyncGenerator<Capture[]> {
  yield* scanKey(scan, after.urlkey, after);
  yield* scanSharedHead(scan, range, after.urlkey, after.urlkey);
}

/** The index knows no order among long keys with the same head: they are found one by one. */
async function* scanSharedHead(
  scan: Scan,
  range: KeyRange,
  key: string,
  after?: string,
): AsyncGenerator<Capture[]> {
  const { index, scope, direction } = scan;
  for (let passed = after; ; ) {
    passed = await index.nextKeyOfHead(scope, range, { key, after: passed, direction });
    if (passed === undefined) return;
    yield* scanKey(scan, passed);
  }
}

/** Characters are counted as PostgreSQL does, or more: a key taken for a long one only costs another query. */
function mayShareHead(urlkey: string): boolean {
  return urlkey.length >= KEY_PREFIX_CHARACTERS;
}

// What a walk holds lives through the next rounds of garbage collection: larger batches are not faster.
const BATCH_BYTES = 512 * 1024;
const MAX_BATCH = 1_000;

/** Answers how many captures fit into the memory of a batch if they are as long as those before. */
function nextLimit(batch: readonly Capture[]): number {
  let bytes = 0;
  for (const { urlkey, url, redirect } of batch)
    bytes += 200 + urlkey.length + url.length + (redirect?.length ?? 0);
  return Math.max(
    16,
    Math.min(MAX_BATCH, batch.length * 4, Math.floor((BATCH_BYTES * batch.length) / bytes)),
  );
}
