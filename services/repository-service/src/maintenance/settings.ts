// The settings of everything that keeps the store alive. Read by the service and by the command line alike.

const dayMs = 86_400_000;
const longestPeriodMs = 3_660 * dayMs;

export const keepingSpec = {
  journalIntervalMs: {
    kind: 'duration',
    name: 'JOURNAL_INTERVAL',
    min: 10,
    max: 3_600_000,
    default: 1_000,
    about: 'how often the state journal follows into the object store',
  },
} as const;

/** The setting of how often a job walks: a duration, or `off`, which reads as 0. */
export function periodSpec<Name extends string>(name: Name, defaultDays: number, about: string) {
  return { kind: 'parsed', name, default: defaultDays * dayMs, about, parse: periodOf } as const;
}

function periodOf(text: string): number {
  if (text.toLowerCase() === 'off') return 0;
  const [, count, unit] = /^(\d{1,6}) ?([smhd])$/.exec(text) ?? [];
  const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: dayMs }[unit ?? ''];
  if (count === undefined || unitMs === undefined)
    throw new Error('must be a duration such as 12h or 90d, or off');
  const periodMs = Number(count) * unitMs;
  if (periodMs < 1_000 || periodMs > longestPeriodMs) throw new Error('must be between 1s and 3660d, or off');
  return periodMs;
}
