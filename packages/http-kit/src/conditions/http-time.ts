// Times in conditional headers: HTTP dates in all three forms (RFC 9110, 5.6.7), or decimal milliseconds since the epoch.

export interface GivenTime {
  readonly ms: number;
  /** It was an HTTP date, which says no more than the second. */
  readonly wholeSeconds: boolean;
}

const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const LONG_DAY = '(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)';
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MONTH = `(?<month>${months.join('|')})`;
const CLOCK = '(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)';

const forms = [
  new RegExp(`^${DAY}, (?<day>\\d\\d) ${MONTH} (?<year>\\d{4}) ${CLOCK} GMT$`),
  new RegExp(`^${LONG_DAY}, (?<day>\\d\\d)-${MONTH}-(?<year>\\d\\d) ${CLOCK} GMT$`),
  new RegExp(`^${DAY} ${MONTH} (?<day>[ \\d]\\d) ${CLOCK} (?<year>\\d{4})$`),
];

/** Gives undefined when it is neither. `nowMs` tells which century a year of two digits means. */
export function parseTime(text: string, nowMs = Date.now()): GivenTime | undefined {
  if (/^\d{1,15}$/.test(text)) return { ms: Number(text), wholeSeconds: false };
  for (const form of forms) {
    const parts = form.exec(text)?.groups;
    if (parts !== undefined) return httpDate(parts, nowMs);
  }
  return undefined;
}

function httpDate(parts: Record<string, string>, nowMs: number): GivenTime | undefined {
  const [day, hour, minute, second] = ['day', 'hour', 'minute', 'second'].map((name) => Number(parts[name]));
  const monthNo = months.indexOf(parts.month!);
  const year = parts.year!.length === 2 ? fullYear(Number(parts.year), nowMs) : Number(parts.year);
  // A leap second counts as the one after it.
  if (hour! > 23 || minute! > 59 || second! > 60) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, monthNo, day);
  if (date.getUTCMonth() !== monthNo || date.getUTCDate() !== day) return undefined;
  date.setUTCHours(hour!, minute, second);
  return { ms: date.getTime(), wholeSeconds: true };
}

/** "more than 50 years in the future" means the past century. */
function fullYear(twoDigits: number, nowMs: number): number {
  const thisYear = new Date(nowMs).getUTCFullYear();
  const inThisCentury = thisYear - (thisYear % 100) + twoDigits;
  return inThisCentury > thisYear + 50 ? inThisCentury - 100 : inThisCentury;
}
