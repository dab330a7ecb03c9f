// What people type to find AUs by their names → a condition of the query language.

/**
 * In a pattern `*` is any run of characters and `?` any one; a pattern without them is looked for anywhere. Case is
 * ignored. `names` are the properties of which one must match.
 */
export function conditionOf(pattern: string, names: readonly string[]): string {
  const isGlob = /[*?]/.test(pattern);
  const escaped = pattern.replaceAll(/[%_!]/g, '!$&').replaceAll('*', '%').replaceAll('?', '_');
  const text = quoted(isGlob ? escaped : `%${escaped}%`);
  return names.map((name) => `${name} $like ${text} escape '!'`).join(' or ');
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
