// Formats numbers, sizes and times for the user's locale. Undefined and null become a dash.
import { readClock } from '../browser/clock.ts';
import { locale, t } from './t.ts';

type Optional<T> = T | undefined | null;
const NOTHING = '–';

const PLAIN: Intl.NumberFormatOptions = {};
const FULL: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'medium' };
const UTC: Intl.DateTimeFormatOptions = { ...FULL, timeZone: 'UTC' };
const DAY: Intl.DateTimeFormatOptions = { dateStyle: 'medium' };
const TICK_OF_DAY: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };
const TICK: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };

/** Formats a count, such as `1,213,004`. */
export function formatCount(value: Optional<number>): string {
  return isMissing(value) ? NOTHING : number(PLAIN).format(value);
}

/** Formats a fraction from 0 to 1 as a percentage, such as `12.5 %`. */
export function formatShare(value: Optional<number>, digits = 1): string {
  return isMissing(value) ? NOTHING : number(shareOptions(digits)).format(value);
}

const shareOptions = cacheByKey(
  (digits: number) => ({ style: 'percent', maximumFractionDigits: digits }) as const,
);

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'].map(
  (unit, power): Intl.NumberFormatOptions => ({
    style: 'unit',
    unit,
    unitDisplay: power === 0 ? 'long' : 'short',
    ...(power === 0 ? {} : { maximumSignificantDigits: 3 }),
  }),
);

/** Formats a size with three digits and decimal units, such as `4.61 GB`. */
export function formatBytes(value: Optional<number>): string {
  if (isMissing(value)) return NOTHING;
  const power = Math.min(
    Math.max(Math.floor(Math.log10(Math.max(Math.abs(value), 1)) / 3), 0),
    UNITS.length - 1,
  );
  return number(UNITS[power]!).format(value / 1000 ** power);
}

export type TimeValue = Date | number | string;

/**
 * Formats a time as `23 Nov 2026, 08:15:30`. The time is a Date, milliseconds since the epoch, or an ISO 8601 string.
 */
export function formatTime(moment: Optional<TimeValue>): string {
  return isMissing(moment) ? NOTHING : dates(FULL).format(toDate(moment));
}

/**
 * Formats the date of a capture as `26 Jan 2014, 20:06:24 UTC`. Captures are identified by their date in UTC, also in
 * CDX files and replay tools.
 */
export function formatUtcTime(moment: Optional<TimeValue>): string {
  return isMissing(moment) ? NOTHING : `${dates(UTC).format(toDate(moment))} UTC`;
}

/** Formats a date, such as `23 Nov 2026`. */
export function formatDate(moment: Optional<TimeValue>): string {
  return isMissing(moment) ? NOTHING : dates(DAY).format(toDate(moment));
}

/** Formats the label of a time axis: `08:15` if `ofDay`, otherwise `23 Nov`. */
export function formatTick(moment: TimeValue, ofDay: boolean): string {
  return dates(ofDay ? TICK_OF_DAY : TICK).format(toDate(moment));
}

const AUTO: Intl.RelativeTimeFormatOptions = { numeric: 'auto' };
const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365.25 * 86_400],
  ['month', 30.44 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/** Formats a time relative to now, such as `12 days ago` or `in 3 minutes`. */
export function formatAge(moment: Optional<TimeValue>, nowMs = readClock()): string {
  if (isMissing(moment)) return NOTHING;
  const seconds = (toDate(moment).getTime() - nowMs) / 1000;
  if (Math.abs(seconds) < 1) return t('common.now');
  const [unit, length] = STEPS.find(([, step]) => Math.abs(seconds) >= step) ?? STEPS.at(-1)!;
  return ages(AUTO).format(Math.trunc(seconds / length), unit);
}

/** Formats a duration with at most two units, such as `3 h 12 min`. */
export function formatDuration(milliseconds: Optional<number>): string {
  if (isMissing(milliseconds)) return NOTHING;
  if (milliseconds < 1000) return formatUnit('millisecond', Math.round(milliseconds));
  const all = STEPS.filter(([name]) => ['day', 'hour', 'minute', 'second'].includes(name));
  let rest = Math.round(milliseconds / 1000);
  const parts: string[] = [];
  for (const [name, length] of all) {
    const amount = Math.floor(rest / length);
    rest -= amount * length;
    if (amount > 0 || parts.length > 0) parts.push(amount > 0 ? formatUnit(name, amount) : '');
    if (parts.length === 2) break;
  }
  return parts.filter((part) => part !== '').join(' ');
}

export const toDate = (moment: TimeValue): Date => (moment instanceof Date ? moment : new Date(moment));

function formatUnit(name: string, amount: number): string {
  return number(unitOptions(name)).format(amount);
}

const unitOptions = cacheByKey((unit: string) => ({ style: 'unit', unit, unitDisplay: 'short' }) as const);

function isMissing(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

const number = cacheFormatters<Intl.NumberFormatOptions, Intl.NumberFormat>(Intl.NumberFormat);
const dates = cacheFormatters<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(Intl.DateTimeFormat);
const ages = cacheFormatters<Intl.RelativeTimeFormatOptions, Intl.RelativeTimeFormat>(
  Intl.RelativeTimeFormat,
);

/**
 * Caches Intl formatters by options object until the locale changes, because creating a formatter can take longer than
 * rendering a table row.
 */
function cacheFormatters<Options extends object, Formatter>(
  Made: new (locale: string, options: Options) => Formatter,
): (options: Options) => Formatter {
  let made = new WeakMap<Options, Formatter>();
  let madeFor = '';
  return (options) => {
    if (madeFor !== locale.value) made = new WeakMap();
    madeFor = locale.value;
    const found = made.get(options) ?? new Made(madeFor, options);
    made.set(options, found);
    return found;
  };
}

/** Caches the results of `make` by key. */
function cacheByKey<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const found = known.get(key) ?? make(key);
    known.set(key, found);
    return found;
  };
}
