// Copies one object between stores. Verifies the bytes before publishing the copy, and reads the copy afterwards.
import { NoSuchObjectError, ObjectStoreUnavailableError } from '../port/errors.ts';
import { BlockChecksummer } from './block-sums.ts';
import type { CopySet } from './copy-set.ts';
import type { CopySetMember } from './member.ts';
import { openSource, readNextChunk } from './reading.ts';

export interface ObjectToCopy {
  readonly key: string;
  /** Size of the object, if known. */
  readonly sizeBytes?: number | undefined;
  readonly crc32?: number | undefined;
}

/** Verifies a store's copy of an object against the index. */
export type CopyVerifier = (
  store: CopySetMember,
  object: ObjectToCopy,
) => Promise<'intact' | 'damaged' | 'unknown'>;

export type CopyOutcome =
  /** The object was copied from the store `from`. */
  | { readonly outcome: 'copied'; readonly from: string; readonly sizeBytes: number }
  /** The target already had an intact copy. */
  | { readonly outcome: 'present' }
  /** No store has the object, because it was deleted. */
  | { readonly outcome: 'gone' };

/** Thrown if a copy differs from the expected object, or from the bytes that were written. */
export class UnprovenCopyError extends Error {
  override readonly name = 'UnprovenCopyError';
}

/**
 * Makes the copy in `target` equal to the expected object. Skips sources with wrong bytes. Leaves the target unchanged
 * if all sources have wrong bytes. Rejects with ObjectStoreUnavailableError or UnprovenCopyError.
 */
export async function makeCopy(
  copies: CopySet,
  target: CopySetMember,
  wanted: ObjectToCopy,
  { judge, signal }: { judge?: CopyVerifier | undefined; signal: AbortSignal },
): Promise<CopyOutcome> {
  const { key } = wanted;
  const present = await target.run('read', (store) => store.stat(key));
  if (present && (await isCopyIntact(target, wanted, present.sizeBytes, { judge, signal }))) {
    return { outcome: 'present' };
  }
  let refuted = 0;
  let absent = 0;
  const others = copies.members.filter((member) => member !== target);
  const sources = copies.readable().filter((member) => member !== target);
  for (const source of sources) {
    const info = await source.run('read', (store) => store.stat(key)).catch((error) => error as Error);
    if (info instanceof Error) continue;
    if (info === undefined) {
      absent++;
      continue;
    }
    if ((await judge?.(source, wanted)) === 'damaged') {
      copies.onFault(key, source, 'damaged');
      refuted++;
      continue;
    }
    const made = await copyFrom(source, target, { ...wanted, replace: present !== undefined }, signal);
    if (made === undefined) {
      copies.onFault(key, source, 'damaged');
      refuted++;
      continue;
    }
    return { outcome: 'copied', from: source.plan.name, sizeBytes: made };
  }
  if (absent === others.length && others.length > 0 && !present) return { outcome: 'gone' };
  if (refuted > 0) throw new UnprovenCopyError('no reachable store has an intact copy');
  throw new ObjectStoreUnavailableError('no reachable store has the object');
}

async function isCopyIntact(
  target: CopySetMember,
  { key, sizeBytes, crc32 }: ObjectToCopy,
  foundBytes: number,
  { judge, signal }: { judge?: CopyVerifier | undefined; signal: AbortSignal },
): Promise<boolean> {
  if (sizeBytes !== undefined && foundBytes !== sizeBytes) return false;
  if (crc32 === undefined) return (await judge?.(target, { key, sizeBytes, crc32 })) !== 'damaged';
  return (await computeCopyChecksum(target, key, foundBytes, signal)) === crc32;
}

/**
 * Copies the object from one source and returns its size. If the source does not have the expected object, leaves the
 * target unchanged and returns undefined.
 */
async function copyFrom(
  source: CopySetMember,
  target: CopySetMember,
  { key, sizeBytes, crc32, replace }: ObjectToCopy & { replace: boolean },
  signal: AbortSignal,
): Promise<number | undefined> {
  const from = await source.run('read', (store) => store.stat(key));
  if (!from) throw new NoSuchObjectError(key);
  if (sizeBytes !== undefined && from.sizeBytes !== sizeBytes) return undefined;
  const counter = new BlockChecksummer();
  const writer = await target.use(async (store) => store.create(key, { replace }));
  try {
    for await (const chunk of readCopyChunks(source, key, from.sizeBytes, signal)) {
      counter.add(chunk);
      await target.run('write', () => writer.write(chunk));
    }
    if (crc32 !== undefined && counter.crc32 !== crc32) {
      await writer.abort();
      return undefined;
    }
    await target.run('write', () => writer.close());
  } catch (error) {
    void writer.abort();
    throw error;
  }
  if ((await computeCopyChecksum(target, key, from.sizeBytes, signal)) !== counter.crc32) {
    throw new UnprovenCopyError('the new copy differs from what was written');
  }
  return from.sizeBytes;
}

async function computeCopyChecksum(
  member: CopySetMember,
  key: string,
  sizeBytes: number,
  signal: AbortSignal,
): Promise<number> {
  const counter = new BlockChecksummer();
  for await (const chunk of readCopyChunks(member, key, sizeBytes, signal)) counter.add(chunk);
  return counter.crc32;
}

async function* readCopyChunks(
  member: CopySetMember,
  key: string,
  sizeBytes: number,
  signal: AbortSignal,
): AsyncGenerator<Buffer, void> {
  if (sizeBytes === 0) return;
  const alone = { readable: () => [member], onFault: () => undefined };
  const source = await openSource(alone, { key, offset: 0, length: sizeBytes, signal });
  try {
    for (let chunk = source.first; chunk !== undefined; chunk = await readNextChunk(source)) yield chunk;
  } finally {
    source.close();
  }
}
