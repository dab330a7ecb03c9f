// Reads a large range of an object whose block checksums are not stored. Reads the whole range of a copy to verify its
// CRC-32 before delivering it, and computes block checksums at the same time.
import { BlockChecksummer } from './block-sums.ts';
import type { CopySetMember } from './member.ts';
import {
  type ByteRangeChecksums,
  type CopyFault,
  type CopyStreamDeps,
  openSource,
  readNextChunk,
} from './reading.ts';

interface CheckedRange {
  readonly key: string;
  readonly offset: number;
  readonly length: number;
  readonly crc32: number;
  readonly signal?: AbortSignal | undefined;
}

/** Returns the checksums of a copy with the right CRC-32, if there is one. Rejects with the errors of openSource. */
export async function findIntactRange(
  deps: CopyStreamDeps,
  { key, offset, length, crc32, signal }: CheckedRange,
): Promise<ByteRangeChecksums | undefined> {
  const wrong: CopyFault = 'damaged';
  const tried = new Set<CopySetMember>();
  while (deps.readable().some((member) => !tried.has(member))) {
    const source = await openSource(deps, { key, offset, length, signal }, tried).catch(() => undefined);
    if (!source) return undefined;
    tried.add(source.member);
    const counter = new BlockChecksummer();
    try {
      for (let chunk = source.first; chunk !== undefined; chunk = await readNextChunk(source))
        counter.add(chunk);
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
