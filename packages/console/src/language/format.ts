// Counts, sizes and times as the reader's locale writes them. What is undefined or null is a dash.
import { locale, t } from './t.ts';

type Given<T> = T | undefined | null;
const NOTHING = '–';

/** `1,213,004` */
export function formatCount(value: Given<number>): string {
  return isMissing(value) ? NOTHING : number({}).format(value);
}

/** 0 to 1 → `12.5 %`. */
export function formatShare(value: Given<number>, digits = 1): string {
  return isMissing(value)
    ? NOTHING
    : number({ style: 'percent', maximumFractionDigits: digits }).format(value);
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'];

/** Powers of 1,000, three digits: `4.61 GB`. */
export function formatBytes(value: Given<number>): string {
  if (isMissing(value)) return NOTHING;
  const power = Math.min(
    Math.max(Math.floor(Math.log10(Math.max(Math.abs(value), 1)) / 3), 0),
    UNITS.length - 1,
  );
  return number({
    style: 'unit',
    unit: UNITS[power]!,
    unitDisplay: power === 0 ? 'long' : 'short',
    ...(power === 0 ? {} : { maximumSignificantDigits: 3 }),
  }).format(value / 1000 ** power);
}

export type Moment = Date | number | string;

/** Milliseconds since the epoch, a Date or ISO 8601 → `23 Nov 2026, 08:15:30`. */
export function formatTime(moment: Given<Moment>): string {
  return isMissing(moment)
    ? NOTHING
    : dates({ dateStyle: 'medium', timeStyle: 'medium' }).format(dateOf(moment));
}

/** `23 Nov 2026` */
export function formatDate(moment: Given<Moment>): string {
  return isMissing(moment) ? NOTHING : dates({ dateStyle: 'medium' }).format(dateOf(moment));
}

/** Beside an axis, where there is little room: `23 Nov`, or `08:15`. */
export function formatTick(moment: Moment, ofDay: boolean): string {
  const options = ofDay
    ? ({ hour: '2-digit', minute: '2-digit' } as const)
    : ({ day: 'numeric', month: 'short' } as const);
  return dates(options).format(dateOf(moment));
}

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365.25 * 86_400],
  ['month', 30.44 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/** `12 days ago`, `in 3 minutes`. */
export function formatAge(moment: Given<Moment>, nowMs = Date.now()): string {
  if (isMissing(moment)) return NOTHING;
  const seconds = (dateOf(moment).getTime() - nowMs) / 1000;
  if (Math.abs(seconds) < 1) return t('common.now');
  const [unit, length] = STEPS.find(([, step]) => Math.abs(seconds) >= step) ?? STEPS.at(-1)!;
  return new Intl.RelativeTimeFormat(locale.value, { numeric: 'auto' }).format(
    Math.trunc(seconds / length),
    unit,
  );
}

/** A length of time: `3 h 12 min`, in two units at most. */
export function formatDuration(milliseconds: Given<number>): string {
  if (isMissing(milliseconds)) return NOTHING;
  if (milliseconds < 1000) return unit('millisecond', Math.round(milliseconds));
  const all = STEPS.filter(([name]) => ['day', 'hour', 'minute', 'second'].includes(name));
  let rest = Math.round(milliseconds / 1000);
  const parts: string[] = [];
  for (const [name, length] of all) {
    const amount = Math.floor(rest / length);
    rest -= amount * length;
    if (amount > 0 || parts.length > 0) parts.push(amount > 0 ? unit(name, amount) : '');
    if (parts.length === 2) break;
  }
  return parts.filter((part) => part !== '').join(' ');
}

export const dateOf = (moment: Moment): Date => (moment instanceof Date ? moment : new Date(moment));

function unit(name: string, amount: number): string {
  return number({ style: 'unit', unit: name, unitDisplay: 'short' }).format(amount);
}

function isMissing(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

const made = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

function number(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return kept('number', options, () => new Intl.NumberFormat(locale.value, options));
}

function dates(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return kept('date', options, () => new Intl.DateTimeFormat(locale.value, options));
}

/** Making a formatter takes longer than a row of a table may. */
function kept<T extends Intl.NumberFormat | Intl.DateTimeFormat>(
  kind: string,
  options: object,
  make: () => T,
): T {
  const key = `${kind} ${locale.value} ${JSON.stringify(options)}`;
  const found = (made.get(key) as T | undefined) ?? make();
  made.set(key, found);
  return found;
}
