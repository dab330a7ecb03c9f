// The value of Accept-Datetime (RFC 7089).

const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const RFC1123_DATE = new RegExp(`^${DAY}, \\d{2} ${MONTH} \\d{4} \\d{2}:\\d{2}:\\d{2} GMT$`);

/**
 * Seconds since the epoch; undefined for any other text than an rfc1123-date, also for the other two forms that HTTP has.
 * RFC 7089, 4.5.3: "An Accept-Datetime header with a value that is not conform to the rfc1123-date construction rule of
 * BNF in Figure 1" is answered with 400.
 */
export function acceptDatetime(value: string): number | undefined {
  const text = value.trim();
  if (!RFC1123_DATE.test(text)) return undefined;
  const date = new Date(text);
  // `Date` takes 31 Feb for 3 Mar. A wrong day of the week does no harm.
  const isReal = !Number.isNaN(date.getTime()) && date.toUTCString().slice(5) === text.slice(5);
  return isReal ? date.getTime() / 1000 : undefined;
}
