// Headers of a capture that an answer passes on: only those that are well-formed, for captured heads are hostile.
const mediaType = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+(?:[ \t]*;[\t\x20-\x7e]*)?$/;
const codings = /^[\w!#$%&'*+.^`|~-]+(?:[ \t]*,[ \t]*[\w!#$%&'*+.^`|~-]+)*$/;

/** Undefined for a Content-Type that is none. */
export function wellFormedMediaType(value: string | undefined): string | undefined {
  const trimmed = value?.trim();
  return trimmed !== undefined && trimmed.length <= 1_000 && mediaType.test(trimmed) ? trimmed : undefined;
}

export function wellFormedCoding(value: string | undefined): string | undefined {
  const trimmed = value?.trim();
  return trimmed !== undefined && trimmed.length <= 200 && codings.test(trimmed) ? trimmed : undefined;
}

const day = '[A-Z][a-z]{2,8}';
const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const time = '\\d{2}:\\d{2}:\\d{2}';
const httpDate = new RegExp(`^${day}, \\d{2}(?: ${month} \\d{4}|-${month}-\\d{2}) ${time} GMT$`);
const asctimeDate = new RegExp(`^${day} ${month} [ \\d]\\d ${time} \\d{4}$`);

/** As an HTTP date is written today, whichever of the three forms of RFC 9110 it came in; undefined for others. */
export function wellFormedDate(value: string | undefined): string | undefined {
  const trimmed = value?.trim() ?? '';
  const isAsctime = asctimeDate.test(trimmed);
  if (!isAsctime && !httpDate.test(trimmed)) return undefined;
  const ms = Date.parse(isAsctime ? `${trimmed} GMT` : trimmed);
  return Number.isNaN(ms) ? undefined : new Date(ms).toUTCString();
}
