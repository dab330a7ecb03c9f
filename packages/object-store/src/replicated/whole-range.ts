// Reads a large range of an object that has no stored block checksums. Finds a copy with the right CRC-32 by reading
// the whole range before delivering it, and remembers the checksums of its blocks.
import { BlockChecksummer } from './block-sums.ts';
import type { CopySetMember } from './member.ts';
import { type CopyFault, nextChunk, openSource, type RangeSums, type StreamDeps } from './reading.ts';

interface CheckedRange {
  readonly key: string;
  readonly offset: number;
  readonly length: number;
  readonly crc32: number;
  readonly signal?: AbortSignal | undefined;
}

/** Returns undefined if no copy is right. Rejects with the errors of openSource. */
export async function findIntactRange(
  deps: StreamDeps,
  { key, offset, length, crc32, signal }: CheckedRange,
): Promise<RangeSums | undefined> {
  const wrong: CopyFault = 'damaged';
  const tried = new Set<CopySetMember>();
  while (deps.readable().some((member) => !tried.has(member))) {
    const source = await openSource(deps, { key, offset, length, signal }, tried).catch(() => undefined);
    if (!source) return undefined;
    tried.add(source.member);
    const counter = new BlockChecksummer();
    try {
      for (let chunk = source.first; chunk !== undefined; chunk = await nextChunk(source)) counter.add(chunk);
    } catch {
      signal?.throwIfAborted();
      continue;
    } finally {
      source.close();
    }
    if (counter.crc32 === crc32) return { base: offset, sums: counter.finish() };
    deps.onFault(key, source.member, wrong);
  }
  return undefined;
}
