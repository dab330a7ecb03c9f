// Streams a range from the first store in read order. Switches to another store if the current one fails, is slow or
// delivers wrong bytes. If block checksums are known, verifies each block before delivering it.
import { BadRangeError, NoSuchObjectError, ObjectStoreUnavailableError } from '../port/errors.ts';
import type { ObjectReadOptions } from '../port/port.ts';
import { CHECKSUM_BLOCK_BYTES, isBlockIntact } from './block-sums.ts';
import type { BlockChecksums } from './catalogue.ts';
import {
  type CopyFailure,
  NoGoodCopyError,
  type ReadableCopies,
  requestFromReadableStores,
} from './first-good.ts';
import type { CopySetMember } from './member.ts';

export type CopyFault = 'missing' | 'damaged';

export interface CopyStreamDeps extends ReadableCopies {
  onFault(key: string, member: CopySetMember, fault: CopyFault): void;
}

/** Checksums of consecutive blocks. The first block begins at `base`. */
export interface ByteRangeChecksums {
  readonly base: number;
  readonly sums: BlockChecksums;
}

export interface StreamRange {
  readonly key: string;
  readonly offset: number;
  readonly length: number;
  readonly signal?: AbortSignal | undefined;
  readonly known?: ByteRangeChecksums | undefined;
}

/** Store whose first chunk has arrived. */
export interface CopySource {
  readonly member: CopySetMember;
  readonly chunks: AsyncIterator<Buffer>;
  /** First chunk. Undefined if the range is empty. */
  readonly first: Buffer | undefined;
  close(): void;
}

class DamagedBlockError extends Error {}

/**
 * Streams a range. Rejects with NoGoodCopyError if no store can continue the stream. If all copies of a block are
 * wrong, delivers one of them; the caller's own verification then detects the damage.
 */
export async function* streamCopies(
  deps: CopyStreamDeps,
  opened: CopySource | undefined,
  { key, offset, length, signal, known: given }: StreamRange,
): AsyncGenerator<Buffer, void> {
  let known = given;
  const end = offset + length;
  let [position, stop] = known ? toBlocks(known, offset, end) : [offset, end];
  let failed = new Set<CopySetMember>();
  let source = opened;
  while (position < stop) {
    try {
      source ??= await openSource(deps, { key, offset: position, length: stop - position, signal }, failed);
    } catch (error) {
      if (!known || !(error instanceof NoGoodCopyError)) throw error;
      [known, stop, failed] = [undefined, end, new Set()];
      continue;
    }
    const begun = position;
    try {
      for await (const bytes of streamIntactBlocks(source, { known, position, stop })) {
        const piece = bytes.subarray(Math.max(0, offset - position), Math.max(0, end - position));
        position += bytes.length;
        if (piece.length > 0) yield piece;
      }
      if (position < stop) throw new ObjectStoreUnavailableError('an object ended early');
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof DamagedBlockError) deps.onFault(key, source.member, 'damaged');
      // Tries all stores again, because a store that failed at an earlier block may have a good copy of this block.
      if (position > begun) failed = new Set();
      failed.add(source.member);
    } finally {
      source.close();
    }
    source = undefined;
  }
}

/** Returns the range extended to whole blocks. */
export function toBlocks({ base, sums }: ByteRangeChecksums, offset: number, end: number): [number, number] {
  const first = base + Math.floor((offset - base) / CHECKSUM_BLOCK_BYTES) * CHECKSUM_BLOCK_BYTES;
  const last = base + Math.ceil((end - base) / CHECKSUM_BLOCK_BYTES) * CHECKSUM_BLOCK_BYTES;
  return [first, Math.min(base + sums.sizeBytes, last)];
}

/** Yields whole, intact blocks. Throws DamagedBlockError at the first damaged block. */
async function* streamIntactBlocks(
  source: CopySource,
  { known, position, stop }: { known: ByteRangeChecksums | undefined; position: number; stop: number },
): AsyncGenerator<Buffer, void> {
  let at = position;
  let held: Buffer | undefined;
  for (let chunk = source.first; chunk !== undefined; chunk = await readNextChunk(source)) {
    if (known === undefined) {
      yield chunk;
      continue;
    }
    const bytes: Buffer = held === undefined ? chunk : Buffer.concat([held, chunk]);
    const isLast = at + bytes.length >= stop;
    const whole = isLast ? bytes.length : bytes.length - (bytes.length % CHECKSUM_BLOCK_BYTES);
    const intact = countIntact(known, at, bytes.subarray(0, whole));
    if (intact > 0) yield bytes.subarray(0, intact);
    if (intact < whole) throw new DamagedBlockError();
    at += whole;
    held = whole < bytes.length ? bytes.subarray(whole) : undefined;
  }
}

/** Returns the total length of the intact blocks at the start of `bytes`. */
function countIntact({ base, sums }: ByteRangeChecksums, at: number, bytes: Buffer): number {
  for (let from = 0; from < bytes.length; from += CHECKSUM_BLOCK_BYTES) {
    const block = bytes.subarray(from, from + CHECKSUM_BLOCK_BYTES);
    if (!isBlockIntact(sums, (at + from - base) / CHECKSUM_BLOCK_BYTES, block)) return from;
  }
  return bytes.length;
}

/** Opens the range in the first store that delivers a chunk of it. */
export async function openSource(
  deps: CopyStreamDeps,
  range: { key: string; offset: number; length: number; signal: AbortSignal | undefined },
  failed: ReadonlySet<CopySetMember> = new Set(),
): Promise<CopySource> {
  const { key, offset, length, signal } = range;
  const options: ObjectReadOptions = { offset, length, ...(signal && { signal }) };
  const request = {
    start: (member: CopySetMember) => openCopy(member, key, options),
    discard: (source: CopySource) => source.close(),
  };
  const { answer, failures } = await requestFromReadableStores<CopySource>(deps, request, (member) =>
    failed.has(member),
  );
  reportFaults(deps, key, failures);
  return answer;
}

async function openCopy(member: CopySetMember, key: string, options: ObjectReadOptions): Promise<CopySource> {
  const stream = await member.run(
    'read',
    (store) => store.read(key, options),
    (late) => late.destroy(),
  );
  // Ignores errors of the stream: the iterator reports errors before `close`, and later errors do not matter.
  stream.on('error', () => undefined);
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const source = { member, chunks, first: undefined, close: () => void stream.destroy() };
  try {
    return { ...source, first: await readNextChunk(source) };
  } catch (error) {
    source.close();
    throw error;
  }
}

/** Returns the next chunk, or undefined at the end. Rejects if the store's circuit breaker opens. */
export async function readNextChunk({
  member,
  chunks,
}: Pick<CopySource, 'member' | 'chunks'>): Promise<Buffer | undefined> {
  const next = await member.health.track('read', chunks.next());
  return next.done ? undefined : next.value;
}

/** Reports every store whose copy is missing or wrong. Call this after another store has delivered the object. */
export function reportFaults<T>(
  deps: Pick<CopyStreamDeps, 'onFault'>,
  key: string,
  failures: readonly CopyFailure<T>[],
): void {
  for (const { member, error, answer } of failures) {
    if (error instanceof NoSuchObjectError) deps.onFault(key, member, 'missing');
    else if (error instanceof BadRangeError || answer !== undefined) deps.onFault(key, member, 'damaged');
  }
}
