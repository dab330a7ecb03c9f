// Derives the uuid of an imported artifact from the segment's uuid and the record's offset. If the manifest is lost,
// the uuid can be derived again from the stored bytes. The result is a version 7 uuid with three parts. The first part
// is the segment's time, so that rows inserted together are close in the database index. The second part is the offset
// in units of UNIT_BYTES, so that the uuids of a segment sort in the order of its records. The third part consists of
// random bits from the segment's uuid.

/** Size of a unit. It is less than the length of any stored record, so no two records start in the same unit. */
const UNIT_BYTES = 32;
const MOST_UNITS = 2 ** 32 - 1;
const RANDOM_BITS = 2 ** 42;

export function makeRecordUuid(segmentUuid: string, offset: number): string {
  if (segmentUuid !== last.segmentUuid) last = partsOf(segmentUuid);
  const units = Math.min(Math.floor(offset / UNIT_BYTES), MOST_UNITS);
  const high = Math.floor(units / 2 ** 20);
  const low = units % 2 ** 20;
  const third = 0x7000 + high;
  const fourth = 0x8000 + Math.floor(low / 64);
  const fifth = (low % 64) * 2 ** 10 + last.randomHigh;
  const end = (0x10000 + fifth).toString(16).slice(1) + last.randomLow;
  // `join` creates one flat string. A concatenated string would keep its parts, which take five times the memory.
  return [last.time, third.toString(16), fourth.toString(16), end].join('-');
}

/** Parts common to all uuids of a segment. Cached because the uuids of one segment are made in succession. */
let last = partsOf('00000000-0000-7000-8000-000000000000');

function partsOf(segmentUuid: string) {
  // The last 48 bits of the segment's uuid are random.
  const random = Number.parseInt(segmentUuid.slice(24), 16) % RANDOM_BITS;
  return {
    segmentUuid,
    time: segmentUuid.slice(0, 13),
    randomHigh: Math.floor(random / 2 ** 32),
    randomLow: (random % 2 ** 32).toString(16).padStart(8, '0'),
  };
}

/** Returns the segment's uuid from the key of its object: `ns/{namespace}/{hash of AUID}/{uuid}.warc.gz`. */
export function parseSegmentUuid(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1).slice(0, 36);
}
