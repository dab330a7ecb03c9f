// Canonicalizes the query of a urlkey: removes session IDs, which have fixed lengths, and sorts the parameters. The
// query must be unescaped and in lower case.

/** Returns the canonical query without `?`, which may be empty. */
export function canonicalizeQuery(query: string): string {
  const kept = MAY_HOLD_SESSION.test(query) ? withoutSessions(query) : query;
  return kept.includes('&') ? sortParameters(kept) : kept;
}

/** Sorts parameters as bytes, by name, then by value. A parameter without `=` precedes one with an empty value. */
function sortParameters(query: string): string {
  // Replaces the first `=` with NUL, so that names are compared before values. NUL sorts before all other bytes, and
  // never occurs in a query because it is escaped there.
  return query
    .split('&')
    .map((parameter) => parameter.replace('=', '\0'))
    .sort()
    .map((parameter) => parameter.replace('\0', '='))
    .join('&');
}

const MAY_HOLD_SESSION = /sid=|jsessionid=|aspsessionid|cfid=/;
const endsOfSessions = [
  /jsessionid=[0-9a-z]{32}$/,
  /phpsessid=[0-9a-z]{32}$/,
  /sid=[0-9a-z]{32}$/,
  /aspsessionid[a-z]{8}=[a-z]{24}$/,
];

/** Removes the last session ID of each kind with the `&` after it, even at the end of a parameter (`x=sid=…`). */
function withoutSessions(query: string): string {
  let parameters = query.split('&');
  for (const session of endsOfSessions) {
    const last = parameters.findLastIndex((parameter) =>
      session.test(parameter.slice(-MAX_SESSION_CHARACTERS)),
    );
    if (last < 0) continue;
    const start = parameters[last]!.slice(-MAX_SESSION_CHARACTERS).search(session);
    parameters = removeParameters(
      parameters,
      last,
      start + Math.max(0, parameters[last]!.length - MAX_SESSION_CHARACTERS),
      1,
    );
  }
  return withoutColdFusion(parameters).join('&');
}

const MAX_SESSION_CHARACTERS = 'aspsessionid12345678='.length + 24;

/** Removes the last ColdFusion session, `cfid=…&cftoken=…`. */
function withoutColdFusion(parameters: string[]): string[] {
  for (let i = parameters.length - 2; i >= 0; i--) {
    const token = parameters[i + 1]!;
    if (!token.startsWith('cftoken=') || token.length === 'cftoken='.length) continue;
    const parameter = parameters[i]!;
    const start = parameter.lastIndexOf('cfid=', parameter.length - 'cfid='.length - 1);
    if (start >= 0 && parameter.length > 'cfid='.length) return removeParameters(parameters, i, start, 2);
  }
  return parameters;
}

/**
 * Removes `count` parameters from `index` on. The first `start` characters of the first removed parameter are prepended
 * to the next remaining parameter.
 */
function removeParameters(parameters: string[], index: number, start: number, count: number): string[] {
  const beginning = parameters[index]!.slice(0, start);
  const next = parameters[index + count];
  const joined = next === undefined ? [beginning] : [beginning + next];
  return [...parameters.slice(0, index), ...joined, ...parameters.slice(index + count + 1)];
}
