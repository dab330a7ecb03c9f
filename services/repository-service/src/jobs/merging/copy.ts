// Copies byte ranges of stored objects in order. Prefetches small ranges and streams large ones, so that memory use is
// limited.
import type { ObjectStore } from '@holdfast/object-store';
import type { CopyRange, RangePiece } from './ranges.ts';

export interface CopyDeps {
  readonly store: Pick<ObjectStore, 'read' | 'readBytes'>;
  /** Waits until the rate limit allows reading this many more bytes. Throws when copying must stop. */
  throttle(bytes: number): Promise<void>;
  readonly signal: AbortSignal;
}

/** Thrown if a record is unreadable. */
export class UnreadableSegmentError extends Error {
  override name = 'UnreadableSegmentError';
  readonly key: string;

  constructor(key: string, cause: unknown) {
    super(`a record of ${key} could not be read: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
    this.key = key;
  }
}

/** Maximum length of ranges that are read whole, several concurrently. */
const SMALL_BYTES = 1024 * 1024;
const AHEAD = 8;

/**
 * Passes the bytes of each range to `take` in order, as any number of chunks. The memory of a chunk may be reused after
 * `take` has resolved.
 */
export async function copyPieces<P extends RangePiece>(
  deps: CopyDeps,
  ranges: readonly CopyRange<P>[],
  take: (piece: P, bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  const fetched = new Map<CopyRange<P>, Promise<Buffer>>();
  const fetch = (range: CopyRange<P> | undefined) => {
    if (!range || range.length > SMALL_BYTES || fetched.has(range)) return;
    const bytes = convertReadErrors(range.key, () =>
      deps.store.readBytes(range.key, toReadRange(range, deps.signal)),
    );
    // Prevent an unhandled rejection while the promise waits in the queue. Its consumer still gets the error.
    bytes.catch(() => undefined);
    fetched.set(range, bytes);
  };
  for (const [i, range] of ranges.entries()) {
    await deps.throttle(range.length);
    for (const next of ranges.slice(i, i + AHEAD)) fetch(next);
    const bytes = await fetched.get(range);
    fetched.delete(range);
    if (bytes) await deliverPieces(range, bytes, take);
    else await copyLarge(deps, range, take);
  }
}

async function deliverPieces<P extends RangePiece>(
  range: CopyRange<P>,
  bytes: Buffer,
  take: (piece: P, bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  for (const piece of range.pieces) {
    const start = piece.offset - range.offset;
    await take(piece, bytes.subarray(start, start + piece.length));
  }
}

async function copyLarge<P extends RangePiece>(
  { store, signal }: CopyDeps,
  range: CopyRange<P>,
  take: (piece: P, bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  const { key } = range;
  const stream = await convertReadErrors(key, () => store.read(key, toReadRange(range, signal)));
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  try {
    let at = range.offset;
    let i = 0;
    for (;;) {
      const { done, value: chunk } = await convertReadErrors(key, () => chunks.next());
      if (done) return;
      const end = at + chunk.length;
      for (; i < range.pieces.length; i++) {
        const piece = range.pieces[i]!;
        const from = Math.max(piece.offset, at);
        const to = Math.min(piece.offset + piece.length, end);
        if (from < to) await take(piece, chunk.subarray(from - at, to - at));
        if (piece.offset + piece.length > end) break;
      }
      at = end;
    }
  } finally {
    stream.destroy();
  }
}

function toReadRange({ offset, length }: { offset: number; length: number }, signal: AbortSignal) {
  return { offset, length, signal };
}

/** Converts errors about missing objects and invalid ranges to UnreadableSegmentError. */
async function convertReadErrors<T>(key: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Error && ['NoSuchObjectError', 'BadRangeError'].includes(error.name)) {
      throw new UnreadableSegmentError(key, error);
    }
    throw error;
  }
}
