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

/** As an HTTP date, whatever spelling it came in. */
export function wellFormedDate(value: string | undefined): string | undefined {
  if (value === undefined || value.length > 100) return undefined;
  const ms = Date.parse(value);
  return Number.isNaN(ms) ? undefined : new Date(ms).toUTCString();
}
