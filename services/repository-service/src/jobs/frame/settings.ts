// Settings of the jobs for the service and the command line.
import type { Settings } from '@holdfast/service-kit';

const DAY_MS = 86_400_000;
const MAX_PERIOD_MS = 3_660 * DAY_MS;

export const jobsSpec = {
  journalIntervalMs: {
    kind: 'duration',
    name: 'JOURNAL_INTERVAL',
    min: 10,
    max: 3_600_000,
    default: 2_000,
    about:
      'interval between copies of the state journal into the object store; changes that manifests also contain wait up to five intervals',
  },
  olderDatabase: {
    kind: 'enum',
    name: 'OLDER_DATABASE',
    values: ['repair', 'refuse'],
    defaultText: 'repairs after a failover, refuses a restored database',
    about:
      'when the index is older than the object store: `repair` replays what it lacks, `refuse` waits for a rebuild ([If the index is older than the store](operations.md#if-the-index-is-older-than-the-store))',
  },
  compactionPeriodMs: makePeriodSpec('COMPACTION_PERIOD', {
    defaultDays: 1,
    about: 'interval between merges of small segments',
  }),
  compactionBytesPerSecond: {
    kind: 'bytes',
    name: 'COMPACTION_RATE',
    min: 1_000,
    default: 20_000_000,
    about: 'maximum bytes that compaction copies per second',
  },
  compactionDeadPercent: {
    kind: 'integer',
    name: 'COMPACTION_DEAD_PERCENT',
    min: 1,
    max: 100,
    default: 5,
    about: 'percentage of deleted bytes at which compaction rewrites a segment',
  },
  compactionGraceMs: {
    kind: 'duration',
    name: 'COMPACTION_GRACE',
    min: 0,
    max: 30 * DAY_MS,
    default: 3_600_000,
    about: 'time before compaction deletes an object that it has merged, so that running reads can finish',
  },
  sweepPeriodMs: makePeriodSpec('SWEEP_PERIOD', {
    defaultDays: 1,
    about: 'interval between deletions of objects that crashes left behind',
  }),
  sweepAgeMs: {
    kind: 'duration',
    name: 'SWEEP_AGE',
    min: 60_000,
    max: 3_650 * DAY_MS,
    // An index restored from a backup lacks the latest imports, so the sweep would remove their objects. The minimum
    // age leaves time to notice this.
    default: 7 * DAY_MS,
    about: 'minimum age of an object that the sweep deletes',
  },
  sweepUncommittedMs: makePeriodSpec('SWEEP_UNCOMMITTED', {
    defaultDays: 0,
    about: 'age at which the sweep deletes artifacts that were never committed',
  }),
  fixityPeriodMs: makePeriodSpec('FIXITY_PERIOD', {
    defaultDays: 30,
    about: 'interval between checks of all stored objects',
  }),
  fixityBytesPerSecond: {
    kind: 'bytes',
    name: 'FIXITY_RATE',
    min: 1_000,
    default: 20_000_000,
    about: 'maximum bytes that the check reads per second, from all stores together',
  },
  archiveFixityPeriodMs: makePeriodSpec('ARCHIVE_FIXITY_PERIOD', {
    defaultDays: 365,
    about: 'interval between checks of the copies in stores with the role `archive`',
  }),
  archiveFixityBytesPerSecond: {
    kind: 'bytes',
    name: 'ARCHIVE_FIXITY_RATE',
    min: 1_000,
    default: 20_000_000,
    about: 'maximum bytes that the check of archives reads per second',
  },
} as const;

export type JobSettings = Settings<typeof jobsSpec> & {
  readonly spoolFolder: string;
  readonly segmentBytes: number;
  readonly segmentRecords: number;
};

/** Returns the specification of a job's period: a duration, or `off`, which is parsed as 0. */
export function makePeriodSpec<Name extends string>(
  name: Name,
  { defaultDays, about }: { defaultDays: number; about: string },
) {
  const defaultText = defaultDays === 0 ? '`off`' : `\`${defaultDays}d\``;
  const values = '`1s` to `3660d`, or `off`';
  return {
    kind: 'parsed',
    name,
    default: defaultDays * DAY_MS,
    defaultText,
    values,
    about,
    parse: parsePeriod,
  } as const;
}

function parsePeriod(text: string): number {
  if (text.toLowerCase() === 'off') return 0;
  const [, count, unit] = /^(\d{1,6}) ?([smhd])$/.exec(text) ?? [];
  const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: DAY_MS }[unit ?? ''];
  if (count === undefined || unitMs === undefined)
    throw new Error('must be a duration such as 12h or 90d, or off');
  const periodMs = Number(count) * unitMs;
  if (periodMs < 1_000 || periodMs > MAX_PERIOD_MS) throw new Error('must be between 1s and 3660d, or off');
  return periodMs;
}
