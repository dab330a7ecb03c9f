// Handles damaged records when a segment is rewritten. Damaged records that may still be needed are copied unchanged,
// with zeros for missing bytes; their artifacts remain marked as damaged. All other damaged records are dropped.
import { type ObjectStore, ObjectStoreUnavailableError } from '@holdfast/object-store';
import { toDamageReason } from '../../content/damage-reason.ts';
import type { MergeCandidate } from '../../domain/merge-choice.ts';
import { type NeededRecord, toNeededRange } from '../../index/compaction/records.db.ts';
import type { AbandonedRecords, CopiedRecord } from '../../index/compaction/switch.db.ts';
import type { MovedSegment } from './moved-segment.ts';

export interface SalvagePlan extends AbandonedRecords {
  readonly sound: readonly NeededRecord[];
  /** Damaged records to copy unchanged. */
  readonly damaged: readonly NeededRecord[];
}

export const NO_DAMAGE: Omit<SalvagePlan, 'sound'> = { damaged: [], records: [], companionsOf: [] };

interface DamagedDeps {
  readonly store: Pick<ObjectStore, 'stat' | 'read' | 'check'>;
  throttle(bytes: number): Promise<void>;
  readonly signal: AbortSignal;
}

/** Copies the damaged records. Returns their offsets in the new segment. */
export async function copyDamagedRecords(
  deps: DamagedDeps,
  segment: Pick<MovedSegment, 'sizeBytes' | 'append'>,
  { from, records }: { from: readonly MergeCandidate[]; records: readonly NeededRecord[] },
): Promise<CopiedRecord[]> {
  const keys = new Map(from.map(({ id, key }) => [id, key]));
  const copied: CopiedRecord[] = [];
  for (const record of records) {
    const needed = toNeededRange(record);
    await deps.throttle(needed.length);
    copied.push({ record, offset: segment.sizeBytes + record.before });
    const range = { key: keys.get(record.segmentId)!, ...needed };
    for await (const bytes of readPaddedBytes(deps, range)) await segment.append(bytes);
  }
  return copied;
}

const ZEROS = Buffer.alloc(64 * 1024);

interface ByteRange {
  readonly key: string;
  readonly offset: number;
  readonly length: number;
}

/** Yields the bytes of a range, with zeros for bytes that the store lacks. Throws if the store is unavailable. */
async function* readPaddedBytes(deps: DamagedDeps, range: ByteRange): AsyncGenerator<Uint8Array> {
  let left = range.length;
  try {
    for await (const chunk of readAvailableBytes(deps, range)) {
      left -= chunk.length;
      yield chunk;
    }
  } catch (error) {
    deps.signal.throwIfAborted();
    if (error instanceof ObjectStoreUnavailableError) await deps.store.check();
    else if (toDamageReason(error) === undefined) throw error;
  }
  for (; left > 0; left -= Math.min(left, ZEROS.length)) yield ZEROS.subarray(0, left);
}

async function* readAvailableBytes(
  { store, signal }: DamagedDeps,
  { key, offset, length }: ByteRange,
): AsyncGenerator<Uint8Array> {
  const object = await store.stat(key);
  const available = Math.min(length, (object?.sizeBytes ?? 0) - offset);
  if (available <= 0) return;
  yield* (await store.read(key, { offset, length: available, signal })) as AsyncIterable<Buffer>;
}
