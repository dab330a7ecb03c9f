// Canonicalizes the path of a urlkey: resolves dot segments as existing archives do, and removes ASP.NET session
// segments.

/**
 * Resolves `.` and `..`, then collapses repeated slashes. Because slashes are collapsed last, `..` may also remove an
 * empty segment. A `..` above the root is kept, and the next `..` removes it: `/../a` stays, `/../../a` becomes `/a`.
 */
export function normalizePath(path: string): string {
  if (!path.includes('//') && !path.includes('/.')) return path;
  const kept: string[] = [];
  for (const segment of path.slice(1).split('/')) {
    if (segment === '.') continue;
    if (segment === '..' && kept.length > 0) kept.pop();
    else kept.push(segment);
  }
  return `/${kept.join('/')}`.replace(/\/{2,}/g, '/');
}

const ASPX = '.aspx';

/**
 * Removes the last `/(S(…24…))/`, then the last `/(…24…)/`, if an .aspx page follows. The path must be in lower case.
 */
export function removePathSession(path: string): string {
  if (!path.includes(')/') || !path.includes(ASPX)) return path;
  return removeLastSession(removeLastSession(path, startOfNamedSessions), startOfSession);
}

/** Removes the last segment that ends in `)/` and is accepted by `startOf`, if a page `x.aspx` follows. */
function removeLastSession(path: string, startOf: (path: string, end: number) => number): string {
  let page = -1;
  let question = -1;
  for (let end = path.length - 1; end > 0; end--) {
    // Iterates backwards, so that the first page and the first `?` after each candidate are known.
    if (path.startsWith(ASPX, end + 1)) page = end + 1;
    if (path[end] === '?') question = end;
    if (path[end] !== '/' || path[end - 1] !== ')') continue;
    const after = path.startsWith(ASPX, end + 1) ? path.indexOf(ASPX, end + 2) : page;
    if (after < 0 || (question >= 0 && question < after)) continue;
    const start = startOf(path, end - 1);
    if (start > 0 && path[start - 1] === '/') return path.slice(0, start) + path.slice(end + 1);
  }
  return path;
}

/** Returns the start of a session ID `(…24…)` that ends at `end`, or -1 if there is none. */
function startOfSession(path: string, end: number): number {
  const start = end - 25;
  return start >= 0 && path[start] === '(' && isAlphanumeric(path.slice(start + 1, end)) ? start : -1;
}

/** Returns the start of named session IDs `(a(…24…)b(…24…))` that end at `end`, or -1 if there are none. */
function startOfNamedSessions(path: string, end: number): number {
  let position = end;
  for (;;) {
    const session = path[position - 1] === ')' ? startOfSession(path, position - 1) : -1;
    if (session < 1 || !/[a-z]/.test(path[session - 1]!)) return -1;
    position = session - 1;
    if (path[position - 1] === '(') return position - 1;
  }
}

function isAlphanumeric(text: string): boolean {
  return /^[a-z0-9]*$/.test(text);
}
