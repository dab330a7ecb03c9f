// Walks over the captures of a key or of a range of keys in the order of the index, or backward, a batch at a time.
// What a walk holds is one batch.
import type { Capture, Direction, Position } from './capture.ts';
import { type CaptureIndex, type CaptureScope, headCharacters, type TimeAndId } from './capture-index.ts';
import type { KeyMatch, KeyRange } from './key-match.ts';

export interface Scan {
  index: CaptureIndex;
  scope: CaptureScope;
  direction: Direction;
  /** Captures in the first batch; later ones grow. */
  firstBatch: number;
}

export function scanMatch(scan: Scan, match: KeyMatch, after?: Position): AsyncGenerator<Capture[]> {
  return 'key' in match ? scanKey(scan, match.key, after) : scanRange(scan, match, after);
}

/** Batches of captures of one key by time. */
export async function* scanKey(scan: Scan, key: string, after?: TimeAndId): AsyncGenerator<Capture[]> {
  let last = after;
  for (let limit = scan.firstBatch; ; ) {
    const batch = await scan.index.ofKey(scan.scope, key, { direction: scan.direction, after: last, limit });
    if (batch.length > 0) yield batch;
    if (batch.length < limit) return;
    last = batch.at(-1)!;
    limit = nextLimit(batch);
  }
}

async function* scanRange(scan: Scan, range: KeyRange, after?: Position): AsyncGenerator<Capture[]> {
  let passed = after?.urlkey;
  if (after) yield* restOfHead(scan, range, after);
  for (let limit = scan.firstBatch; ; ) {
    const batch = await scan.index.byHead(scan.scope, range, {
      direction: scan.direction,
      after: passed,
      limit,
    });
    const firstShared = batch.findIndex(({ urlkey }) => mayShareHead(urlkey));
    if (firstShared === 0) {
      passed = batch[0]!.urlkey;
      yield* scanSharedHead(scan, range, passed);
      continue;
    }
    const certain = firstShared < 0 ? batch : batch.slice(0, firstShared);
    if (certain.length > 0) yield certain;
    if (firstShared < 0 && batch.length < limit) return;
    const last = certain.at(-1)!;
    // A batch may end amidst the captures of a key.
    if (firstShared < 0) yield* scanKey({ ...scan, firstBatch: limit }, last.urlkey, last);
    passed = last.urlkey;
    limit = nextLimit(batch);
  }
}

async function* restOfHead(scan: Scan, range: KeyRange, after: Position): AsyncGenerator<Capture[]> {
  yield* scanKey(scan, after.urlkey, after);
  if (mayShareHead(after.urlkey)) yield* scanSharedHead(scan, range, after.urlkey, after.urlkey);
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
  return urlkey.length >= headCharacters;
}

const batchBytes = 2 * 1024 * 1024;
const maxBatch = 4_000;

/** As many as fit into the memory a batch may have, should they be as long as those before. */
function nextLimit(batch: readonly Capture[]): number {
  let bytes = 0;
  for (const { urlkey, url, redirect } of batch)
    bytes += 200 + urlkey.length + url.length + (redirect?.length ?? 0);
  return Math.max(16, Math.min(maxBatch, batch.length * 4, Math.floor((batchBytes * batch.length) / bytes)));
}
