// Dates as people write them in queries → milliseconds since the epoch.

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const iso =
  /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?(?:Z|([+-])(\d\d):?(\d\d))?)?$/;
const DAY_MONTH_YEAR = /^(\d{1,2})\/([A-Za-z]{3})\/(\d{4})$/;

/** Undefined when it is none of them, or no day of the calendar. UTC unless it says otherwise. */
export function millisOf(text: string): number | undefined {
  const named = DAY_MONTH_YEAR.exec(text);
  if (named !== null) {
    const [, day, month, year] = named;
    return dayOf(Number(year), months.indexOf(month!.toLowerCase()) + 1, Number(day));
  }
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', ...offset] =
    iso.exec(text) ?? [];
  if (year === undefined) return undefined;
  const start = dayOf(Number(year), Number(month), Number(day));
  const [sign, aheadHours = '0', aheadMinutes = '0'] = offset;
  if (start === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59)
    return undefined;
  if (Number(aheadHours) > 23 || Number(aheadMinutes) > 59) return undefined;
  const seconds = (Number(hour) * 60 + Number(minute)) * 60 + Number(second);
  const ahead = (Number(aheadHours) * 60 + Number(aheadMinutes)) * (sign === '-' ? -60 : 60);
  return start + (seconds - ahead) * 1000 + Number(fraction.padEnd(3, '0'));
}

function dayOf(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isThatDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isThatDay ? date.getTime() : undefined;
}
