/**
 * Converts a name pattern to a condition of the query language. `*` matches any number of characters, `?` exactly one.
 * A pattern without `*` and `?` matches anywhere in the name. Ignores case. The condition is true if the pattern
 * matches at least one of the properties in `names`.
 */
export function toNameCondition(pattern: string, names: readonly string[]): string {
  const isGlob = /[*?]/.test(pattern);
  const escaped = pattern.replaceAll(/[%_!]/g, '!$&').replaceAll('*', '%').replaceAll('?', '_');
  const text = quoteQueryText(isGlob ? escaped : `%${escaped}%`);
  return names.map((name) => `${name} $like ${text} escape '!'`).join(' or ');
}

export function quoteQueryText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
