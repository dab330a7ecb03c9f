// Validates captured header fields before a response includes them. Captured fields are untrusted input.
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+(?:[ \t]*;[\t\x20-\x7e]*)?$/;
const CODINGS = /^[\w!#$%&'*+.^`|~-]+(?:[ \t]*,[ \t]*[\w!#$%&'*+.^`|~-]+)*$/;

/** Returns the Content-Type, or undefined if it is malformed. */
export function checkMediaType(value: string | undefined): string | undefined {
  const trimmed = value?.trim();
  return trimmed !== undefined && trimmed.length <= 1_000 && MEDIA_TYPE.test(trimmed) ? trimmed : undefined;
}

/**
 * Returns a captured Content-Type as a Latin-1 string, because Node writes one byte per character. Returns undefined if
 * a byte is not allowed in a header field.
 */
export function toHeaderMediaType(value: string | undefined): string | undefined {
  if (value === undefined || value === '' || value.length > 8_192) return undefined;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for control characters
  return /[\x00-\x08\x0a-\x1f\x7f]/.test(value) ? undefined : Buffer.from(value, 'utf8').toString('latin1');
}

export function checkContentCoding(value: string | undefined): string | undefined {
  const trimmed = value?.trim();
  return trimmed !== undefined && trimmed.length <= 200 && CODINGS.test(trimmed) ? trimmed : undefined;
}

const DAY = '[A-Z][a-z]{2,8}';
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const TIME = '\\d{2}:\\d{2}:\\d{2}';
const HTTP_DATE = new RegExp(`^${DAY}, \\d{2}(?: ${MONTH} \\d{4}|-${MONTH}-\\d{2}) ${TIME} GMT$`);
const ASCTIME_DATE = new RegExp(`^${DAY} ${MONTH} [ \\d]\\d ${TIME} \\d{4}$`);

/** Converts a date in any RFC 9110 format to the preferred format. Returns undefined if the date has another format. */
export function normalizeDate(value: string | undefined): string | undefined {
  const trimmed = value?.trim() ?? '';
  const isAsctime = ASCTIME_DATE.test(trimmed);
  if (!isAsctime && !HTTP_DATE.test(trimmed)) return undefined;
  const ms = Date.parse(isAsctime ? `${trimmed} GMT` : trimmed);
  return Number.isNaN(ms) ? undefined : new Date(ms).toUTCString();
}
