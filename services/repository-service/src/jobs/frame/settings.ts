// Settings of the jobs, for both the service and the command line.
import type { Settings } from '@holdfast/service-kit';

const DAY_MS = 86_400_000;
const LONGEST_PERIOD_MS = 3_660 * DAY_MS;

export const jobsSpec = {
  journalIntervalMs: {
    kind: 'duration',
    name: 'JOURNAL_INTERVAL',
    min: 10,
    max: 3_600_000,
    default: 2_000,
    about:
      'how often the state journal follows into the object store; what manifests tell as well waits up to five times as long for more',
  },
  compactionPeriodMs: periodSpec('COMPACTION_PERIOD', 1, 'how often small segments are merged'),
  compactionBytesPerSecond: {
    kind: 'bytes',
    name: 'COMPACTION_RATE',
    min: 1_000,
    default: 20_000_000,
    about: 'bytes that merging copies in a second at most',
  },
  compactionDeadPercent: {
    kind: 'integer',
    name: 'COMPACTION_DEAD_PERCENT',
    min: 1,
    max: 100,
    default: 5,
    about: 'percentage of deleted bytes from which on a segment is written anew',
  },
  compactionGraceMs: {
    kind: 'duration',
    name: 'COMPACTION_GRACE',
    min: 0,
    max: 30 * DAY_MS,
    default: 3_600_000,
    about: 'how long an object that was merged into another stays for those who still read it',
  },
  sweepPeriodMs: periodSpec('SWEEP_PERIOD', 1, 'how often what crashes left behind is removed'),
  sweepAgeMs: {
    kind: 'duration',
    name: 'SWEEP_AGE',
    min: 60_000,
    max: 3_650 * DAY_MS,
    // An index that was restored from a backup may lack the latest imports. This leaves time to notice.
    default: 7 * DAY_MS,
    about: 'how old anything must be before the sweep may take it for left behind',
  },
  sweepUncommittedMs: periodSpec(
    'SWEEP_UNCOMMITTED',
    0,
    'age from which on the sweep deletes artifacts that were never committed',
  ),
  fixityPeriodMs: periodSpec('FIXITY_PERIOD', 90, 'how often everything that is stored is read and checked'),
  fixityBytesPerSecond: {
    kind: 'bytes',
    name: 'FIXITY_RATE',
    min: 1_000,
    default: 20_000_000,
    about: 'bytes that checking reads in a second at most',
  },
} as const;

export type JobSettings = Settings<typeof jobsSpec> & {
  readonly spoolFolder: string;
  readonly segmentBytes: number;
  readonly segmentRecords: number;
};

/** Returns the specification of a job's period: a duration, or `off`, which is read as 0. */
export function periodSpec<Name extends string>(name: Name, defaultDays: number, about: string) {
  const defaultText = defaultDays === 0 ? '`off`' : `\`${defaultDays}d\``;
  const values = '`1s` to `3660d`, or `off`';
  return {
    kind: 'parsed',
    name,
    default: defaultDays * DAY_MS,
    defaultText,
    values,
    about,
    parse: periodOf,
  } as const;
}

function periodOf(text: string): number {
  if (text.toLowerCase() === 'off') return 0;
  const [, count, unit] = /^(\d{1,6}) ?([smhd])$/.exec(text) ?? [];
  const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: DAY_MS }[unit ?? ''];
  if (count === undefined || unitMs === undefined)
    throw new Error('must be a duration such as 12h or 90d, or off');
  const periodMs = Number(count) * unitMs;
  if (periodMs < 1_000 || periodMs > LONGEST_PERIOD_MS)
    throw new Error('must be between 1s and 3660d, or off');
  return periodMs;
}
