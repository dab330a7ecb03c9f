// Derives the UUID of an imported artifact from its segment's UUID and its record's offset, so that the UUID survives
// the loss of the manifest. The result is a version 7 UUID with the segment's time, so that new rows are adjacent in
// the database index. The offset in units of UNIT_BYTES follows, so that UUIDs sort like the records. The remaining
// bits are random bits of the segment's UUID.

/** Unit of offsets in UUIDs. Stored records are longer than a unit, so no two records start in the same unit. */
const UNIT_BYTES = 32;
const MAX_UNITS = 2 ** 32 - 1;
const RANDOM_BITS = 2 ** 42;

export function makeRecordUuid(segmentUuid: string, offset: number): string {
  if (segmentUuid !== last.segmentUuid) last = partsOf(segmentUuid);
  const units = Math.min(Math.floor(offset / UNIT_BYTES), MAX_UNITS);
  const high = Math.floor(units / 2 ** 20);
  const low = units % 2 ** 20;
  const third = 0x7000 + high;
  const fourth = 0x8000 + Math.floor(low / 64);
  const fifth = (low % 64) * 2 ** 10 + last.randomHigh;
  const end = (0x10000 + fifth).toString(16).slice(1) + last.randomLow;
  // Use `join`, which creates a flat string. A concatenated string references its parts and takes five times the
  // memory.
  return [last.time, third.toString(16), fourth.toString(16), end].join('-');
}

/** Cache of the parts that all UUIDs of a segment have in common, because they are usually made in succession. */
let last = partsOf('00000000-0000-7000-8000-000000000000');

function partsOf(segmentUuid: string) {
  // Take the last 42 bits of the segment's UUID, which are random.
  const random = Number.parseInt(segmentUuid.slice(24), 16) % RANDOM_BITS;
  return {
    segmentUuid,
    time: segmentUuid.slice(0, 13),
    randomHigh: Math.floor(random / 2 ** 32),
    randomLow: (random % 2 ** 32).toString(16).padStart(8, '0'),
  };
}

/** Parses the segment's UUID in the key of its object: `ns/{namespace}/{hash of AUID}/{uuid}.warc.gz`. */
export function parseSegmentUuid(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1).slice(0, 36);
}
