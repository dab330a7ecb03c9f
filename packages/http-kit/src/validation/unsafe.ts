// What no value may be, whatever its schema says: holding U+0000 or half of a character, or nested without measure.

const DEEPEST = 64;

/** Completes "the body …"; undefined when there is nothing against the value. Walks level by level: no recursion. */
export function whyUnsafe(value: unknown): string | undefined {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return `must not be nested deeper than ${DEEPEST} levels`;
    // PostgreSQL's text cannot hold it, and nothing in the field's vocabulary does.
    if (level.some((one) => typeof one === 'string' && one.includes('\0'))) {
      return 'must not hold the character U+0000';
    }
    // A surrogate without its other half, which JSON can spell: neither UTF-8 nor PostgreSQL's JSON can hold it.
    if (level.some((one) => typeof one === 'string' && !one.isWellFormed())) {
      return 'must not hold half of a character (a lone surrogate)';
    }
    level = level.flatMap(inside);
  }
  return undefined;
}

function inside(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Array.isArray(value) ? value : [...Object.keys(value), ...Object.values(value)];
}
