// Statements that a connection parses and plans once instead of each time: for the few that are asked thousands of times
// a second, whose plan is the same whatever their values are, and whose text never changes.

const mark = /^\/\* prepared: ([a-z_]{1,60}) \*\//;

/**
 * What the text of such a statement begins with. The name is its own alone, lower-case letters and `_`. Name the columns
 * that it answers one by one: `*` would break running replicas when a newer one adds a column.
 */
export function prepared(name: string): string {
  const comment = `/* prepared: ${name} */`;
  if (!mark.test(comment)) throw new Error(`${JSON.stringify(name)} is no name for a statement`);
  return comment;
}

/** The name in a statement's text; undefined when it is an ordinary one. */
export function preparedName(text: string): string | undefined {
  // Far cheaper than the pattern, and nearly always the answer.
  if (!text.startsWith('/* prepared: ')) return undefined;
  return mark.exec(text)?.[1];
}
