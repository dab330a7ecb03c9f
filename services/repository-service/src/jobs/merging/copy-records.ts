// Copies the live records of a merge, verifying their CRC-32s. Copies a warcinfo record only if it differs from the
// previous one in the new segment.
import type { MergeCandidate } from '../../domain/merge-choice.ts';
import { RangeChecksum } from '../../domain/range-checksum.ts';
import { type NeededRecord, toNeededRange } from '../../index/compaction/records.db.ts';
import type { CopiedRecord } from '../../index/compaction/switch.db.ts';
import { isWarcinfo } from './arrange.ts';
import { type CopyDeps, copyPieces, UnreadableSegmentError } from './copy.ts';
import type { MovedSegment } from './moved-segment.ts';
import { groupIntoCopyRanges } from './ranges.ts';

const rangeLimits = { gapBytes: 64 * 1024, rangeBytes: 64 * 1024 * 1024 };

/** Maximum size of a warcinfo record that is compared with the previous one. Larger ones are always copied. */
const MAX_HELD_BYTES = 64 * 1024;

/** Copies the records. Returns the offset of each copied record in the new segment. Omits repeated warcinfo records. */
export async function copyRecords(
  deps: CopyDeps & { readonly damagedToo?: boolean },
  segment: Pick<MovedSegment, 'sizeBytes' | 'append'>,
  { from, records }: { from: readonly MergeCandidate[]; records: readonly NeededRecord[] },
): Promise<CopiedRecord[]> {
  const keys = new Map(from.map(({ id, key }) => [id, key]));
  const pieces = records.map((record) => ({
    key: keys.get(record.segmentId)!,
    ...toNeededRange(record),
    record,
  }));
  const copied: CopiedRecord[] = [];
  let current: NeededRecord | undefined;
  let check = createRangeCheck();
  let held: Uint8Array[] = [];
  let warcinfo: Buffer | undefined;
  await copyPieces(deps, groupIntoCopyRanges(pieces, rangeLimits), async ({ record, key }, bytes) => {
    const isHeld = isWarcinfo(record) && record.length <= MAX_HELD_BYTES;
    if (record !== current) {
      current = record;
      check = createRangeCheck();
      held = [];
      if (!isHeld) copied.push({ record, offset: segment.sizeBytes + record.before });
      if (!isHeld && isWarcinfo(record)) warcinfo = undefined;
    }
    const state = check(record, bytes);
    if (state === 'damaged' && !deps.damagedToo)
      throw new UnreadableSegmentError(key, `damage at ${record.offset}`);
    if (!isHeld) return segment.append(bytes);
    held.push(Buffer.from(bytes));
    if (state === 'more') return;
    const whole = Buffer.concat(held);
    held = [];
    if (warcinfo?.equals(whole)) return;
    warcinfo = whole;
    copied.push({ record, offset: segment.sizeBytes });
    await segment.append(whole);
  });
  return copied;
}

/**
 * Returns a function that takes the bytes of a record and its companion records (request, metadata). After the last
 * byte, it returns whether the CRC-32s match.
 */
function createRangeCheck() {
  const sum = new RangeChecksum();
  return (record: NeededRecord, bytes: Uint8Array): 'more' | 'well' | 'damaged' => {
    sum.add(bytes, { ...record, own: record.length });
    if (sum.lengthBytes < toNeededRange(record).length) return 'more';
    return sum.isWell(record.crc32, record.companionsCrc) ? 'well' : 'damaged';
  };
}
