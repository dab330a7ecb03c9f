// Groups the captures of a URL by day, and lays out a calendar year. Times are in UTC, as in CDX.

/** Number of captures per day, keyed by `YYYYMMDD`. */
export type DayCounts = ReadonlyMap<string, number>;

export interface CalendarMonth {
  /** Number of the month, from 1 to 12. */
  readonly month: number;
  /** Weeks of seven days. Days outside the month are undefined. */
  readonly weeks: readonly (readonly (CalendarDay | undefined)[])[];
}

export interface CalendarDay {
  readonly day: number;
  /** Day in the format `YYYYMMDD`. */
  readonly key: string;
  readonly count: number;
}

/** Adds captures, given by their 14-digit timestamps, to the counts per day. */
export function countDays(counts: Map<string, number>, timestamps: Iterable<string>): void {
  for (const timestamp of timestamps) {
    const day = timestamp.slice(0, 8);
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
}

/** Returns all years from the first to the last capture, with the number of captures in each year. */
export function listYears(counts: DayCounts): { year: number; count: number }[] {
  const byYear = new Map<number, number>();
  for (const [day, count] of counts) {
    const year = Number(day.slice(0, 4));
    byYear.set(year, (byYear.get(year) ?? 0) + count);
  }
  if (byYear.size === 0) return [];
  const [first, last] = [Math.min(...byYear.keys()), Math.max(...byYear.keys())];
  // Lists only years with captures if the range is too long. A capture may claim any year.
  if (last - first > MAX_YEARS)
    return [...byYear].map(([year, count]) => ({ year, count })).sort((a, b) => a.year - b.year);
  return Array.from({ length: last - first + 1 }, (_, i) => ({
    year: first + i,
    count: byYear.get(first + i) ?? 0,
  }));
}

const MAX_YEARS = 60;

/**
 * Lays out the months of a year, from its first to its last month with captures. `firstWeekday` ranges from 1 (Monday)
 * to 7 (Sunday).
 */
export function layOutMonths(year: number, counts: DayCounts, firstWeekday: number): CalendarMonth[] {
  const ofYear = String(year).padStart(4, '0');
  const months = [...counts.keys()]
    .filter((day) => day.startsWith(ofYear))
    .map((day) => Number(day.slice(4, 6)));
  const [first, last] = [Math.min(12, ...months), Math.max(0, ...months)];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => ({
    month: first + i,
    weeks: listWeeks(year, first + i, counts, firstWeekday),
  }));
}

function listWeeks(year: number, month: number, counts: DayCounts, firstWeekday: number) {
  const days = createUtcDate(year, month + 1, 0).getUTCDate();
  const weekday = createUtcDate(year, month, 1).getUTCDay();
  const before = (weekday - firstWeekday + 7) % 7;
  const weeks = Math.ceil((before + days) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, place) => {
      const day = week * 7 + place - before + 1;
      if (day < 1 || day > days) return undefined;
      const key = `${String(year).padStart(4, '0')}${padTwoDigits(month)}${padTwoDigits(day)}`;
      return { day, key, count: counts.get(key) ?? 0 };
    }),
  );
}

/** Sets the year separately, because `Date.UTC` maps the years 0 to 99 to 1900 to 1999. */
function createUtcDate(year: number, month: number, day: number): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date;
}

const padTwoDigits = (number: number): string => String(number).padStart(2, '0');

/** Returns the shade of a day, from 0 (no captures) to 4. */
export function chooseDayShade(count: number): 0 | 1 | 2 | 3 | 4 {
  if (count === 0) return 0;
  if (count === 1) return 1;
  if (count < 4) return 2;
  return count < 10 ? 3 : 4;
}
