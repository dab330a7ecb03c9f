// CDX timestamps: 14 digits of UTC, YYYYMMDDhhmmss. Those that clients send may be shorter, and need not be dates:
// they are then compared as digits, as the servers of the field do.

const firstMs = Date.parse('0000-01-01T00:00:00Z');
const lastMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

export const TIMESTAMP_DIGITS = 14;
const written = Buffer.alloc(TIMESTAMP_DIGITS);

/** Milliseconds since the epoch as a timestamp; what has no four-digit year becomes the nearest that has. */
export function cdxTimestamp(ms: number): string {
  writeCdxTimestamp(written, 0, ms);
  return written.toString('latin1');
}

/** The digits of the same, written there. */
export function writeCdxTimestamp(out: Uint8Array, at: number, ms: number): void {
  const bounded = Math.min(Math.max(ms, firstMs), lastMs);
  const day = Math.floor(bounded / 86_400_000);
  const date = dayDigits(day);
  for (let digit = 0; digit < 8; digit++) out[at + digit] = date.charCodeAt(digit);
  const second = secondOf(bounded) - 86_400 * day;
  const minute = Math.floor(second / 60);
  const hour = Math.floor(minute / 60);
  writeTwo(out, at + 8, hour);
  writeTwo(out, at + 10, minute - 60 * hour);
  writeTwo(out, at + 12, second - 60 * minute);
}

const ZERO = 0x30;

function writeTwo(out: Uint8Array, at: number, number: number): void {
  const tens = (number * 0x1a) >> 8;
  out[at] = ZERO + tens;
  out[at + 1] = ZERO + number - 10 * tens;
}

/** They end in 2079. */
const DAYS_KEPT = 40_000;
const daysKept: string[] = Array.from({ length: DAYS_KEPT }, () => '');

/** Asked for once a line of every answer, of not so many days: they are kept, which saves most of the time. */
function dayDigits(day: number): string {
  const kept = daysKept[day];
  if (kept) return kept;
  const date = new Date(day * 86_400_000);
  const number = (date.getUTCFullYear() * 100 + date.getUTCMonth() + 1) * 100 + date.getUTCDate();
  const digits = String(number).padStart(8, '0');
  if (day >= 0 && day < DAYS_KEPT) daysKept[day] = digits;
  return digits;
}

/** The second a capture belongs to, counted from the epoch. */
export function secondOf(ms: number): number {
  return Math.floor(ms / 1000);
}

/** The first second whose timestamp is not below these digits, the missing ones taken as 0. */
export function firstSecondOf(digits: string): number {
  const padded = digits.padEnd(14, '0');
  const second = lastSecondUpTo(padded);
  return cdxTimestamp(second * 1000) === padded ? second : second + 1;
}

/** The last second whose timestamp is not above these digits, the missing ones taken as 9: the end of `2014`. */
export function lastSecondOf(digits: string): number {
  return lastSecondUpTo(digits.padEnd(14, '9'));
}

/** Every part beyond its range takes the parts behind it to their end, as 31 + 1 of a month would. */
function lastSecondUpTo(timestamp: string): number {
  const part = (start: number, end: number) => Number(timestamp.slice(start, end));
  const year = part(0, 4);
  const [month, day, hour, minute, second] = [
    part(4, 6),
    part(6, 8),
    part(8, 10),
    part(10, 12),
    part(12, 14),
  ];
  if (month < 1) return startOf(year, 1, 1) - 1;
  if (month > 12) return startOf(year + 1, 1, 1) - 1;
  if (day < 1) return startOf(year, month, 1) - 1;
  if (day > daysIn(year, month)) return startOf(year, month + 1, 1) - 1;
  const midnight = startOf(year, month, day);
  if (hour > 23) return midnight + 86_399;
  if (minute > 59) return midnight + hour * 3600 + 3599;
  return midnight + hour * 3600 + minute * 60 + Math.min(second, 59);
}

/** Seconds since the epoch; years below 100 are years, not 19xx. */
function startOf(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) / 1000;
}

function daysIn(year: number, month: number): number {
  return (startOf(year, month + 1, 1) - startOf(year, month, 1)) / 86_400;
}
