// CDX timestamps: 14 digits of UTC, YYYYMMDDhhmmss. Clients may send fewer digits or invalid dates, which are compared
// digit by digit, as in other CDX servers.

const firstMs = Date.parse('0000-01-01T00:00:00Z');
const lastMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

export const TIMESTAMP_DIGITS = 14;
const written = Buffer.alloc(TIMESTAMP_DIGITS);

/** Converts milliseconds since the epoch to a timestamp. Clamps times to the years 0 to 9999. */
export function formatCdxTimestamp(ms: number): string {
  writeCdxTimestamp(written, 0, ms);
  return written.toString('latin1');
}

/** Writes the digits of the timestamp to `out`, starting at index `at`. */
export function writeCdxTimestamp(out: Uint8Array, at: number, ms: number): void {
  const bounded = Math.min(Math.max(ms, firstMs), lastMs);
  const day = Math.floor(bounded / DAY_MS);
  writeDay(out, at, day);
  // A small integer makes the arithmetic below fast.
  const second = ((bounded - day * DAY_MS) / 1000) | 0;
  const minute = (second / 60) | 0;
  const hour = (minute / 60) | 0;
  writeTwo(out, at + 8, hour);
  writeTwo(out, at + 10, minute - 60 * hour);
  writeTwo(out, at + 12, second - 60 * minute);
}

const DAY_MS = 86_400_000;
const ZERO = 0x30;

function writeTwo(out: Uint8Array, at: number, number: number): void {
  const tens = (number * 103) >> 10;
  out[at] = ZERO + tens;
  out[at + 1] = ZERO + number - 10 * tens;
}

const DATE_DIGITS = 8;
/** Number of cached days. The last cached day is in 2079. */
const DAYS_KEPT = 40_000;
/** Date digits of the cached days, one day after another. 0 if a day has not been computed. */
const daysKept = new Uint8Array(DAYS_KEPT * DATE_DIGITS);

/**
 * Writes the digits of the date. Caches them per day, because a response has many lines but few different days, and
 * computing the date for each line would take most of the time.
 */
function writeDay(out: Uint8Array, at: number, day: number): void {
  if (day < 0 || day >= DAYS_KEPT) {
    writeDate(out, at, day);
    return;
  }
  const kept = day * DATE_DIGITS;
  if (daysKept[kept] === 0) writeDate(daysKept, kept, day);
  for (let digit = 0; digit < DATE_DIGITS; digit++) out[at + digit] = daysKept[kept + digit]!;
}

function writeDate(out: Uint8Array, at: number, day: number): void {
  const date = new Date(day * DAY_MS);
  const year = date.getUTCFullYear();
  const century = (year / 100) | 0;
  writeTwo(out, at, century);
  writeTwo(out, at + 2, year - 100 * century);
  writeTwo(out, at + 4, date.getUTCMonth() + 1);
  writeTwo(out, at + 6, date.getUTCDate());
}

/** Converts milliseconds since the epoch to whole seconds. */
export function toSecond(ms: number): number {
  return Math.floor(ms / 1000);
}

/** Returns the first second whose timestamp is not less than `digits`, padded with 0. */
export function findFirstSecond(digits: string): number {
  const padded = digits.padEnd(14, '0');
  const second = findLastSecondUpTo(padded);
  return formatCdxTimestamp(second * 1000) === padded ? second : second + 1;
}

/**
 * Returns the last second whose timestamp is not greater than `digits`, padded with 9. For `2014`, this is the end of
 * the year.
 */
export function findLastSecond(digits: string): number {
  return findLastSecondUpTo(digits.padEnd(14, '9'));
}

/**
 * Handles out-of-range dates as in a comparison of digits: day 32 becomes the end of the month, and month 0 the end of
 * the previous year.
 */
function findLastSecondUpTo(timestamp: string): number {
  const part = (start: number, end: number) => Number(timestamp.slice(start, end));
  const year = part(0, 4);
  const [month, day, hour, minute, second] = [
    part(4, 6),
    part(6, 8),
    part(8, 10),
    part(10, 12),
    part(12, 14),
  ];
  if (month < 1) return toEpochSecond(year, 1, 1) - 1;
  if (month > 12) return toEpochSecond(year + 1, 1, 1) - 1;
  if (day < 1) return toEpochSecond(year, month, 1) - 1;
  if (day > countDaysInMonth(year, month)) return toEpochSecond(year, month + 1, 1) - 1;
  const midnight = toEpochSecond(year, month, day);
  if (hour > 23) return midnight + 86_399;
  if (minute > 59) return midnight + hour * 3600 + 3599;
  return midnight + hour * 3600 + minute * 60 + Math.min(second, 59);
}

/** Converts a date to seconds since the epoch. Unlike `Date.UTC`, does not interpret years below 100 as 19xx. */
function toEpochSecond(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) / 1000;
}

function countDaysInMonth(year: number, month: number): number {
  return (toEpochSecond(year, month + 1, 1) - toEpochSecond(year, month, 1)) / 86_400;
}
