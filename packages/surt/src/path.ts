// The path of a urlkey: dot segments resolved as archives have always done it, and ASP.NET's session segments removed.

/**
 * Resolves `.` and `..`, then joins the slashes of empty segments (which until then count, for a `..`, as any other). A
 * `..` above the root is kept, and the next one removes it: `/../a` stays, `/../../a` is `/a`.
 */
export function normalisePath(path: string): string {
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

/** Removes the last `/(S(…24…))/` and then the last `/(…24…)/` in front of an .aspx page. Wants lower case. */
export function withoutPathSession(path: string): string {
  if (!path.includes(')/') || !path.includes(ASPX)) return path;
  return withoutLast(withoutLast(path, startOfNamedSessions), startOfSession);
}

/** Removes the last segment that ends in `)/`, is found by `startOf`, and is followed by a page `x.aspx`. */
function withoutLast(path: string, startOf: (path: string, end: number) => number): string {
  let page = -1;
  let question = -1;
  for (let end = path.length - 1; end > 0; end--) {
    // Looking backwards, so that each candidate knows the first page and the first `?` behind it without a search.
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

/** Where `(…24…)` begins that ends at `end`, or -1. */
function startOfSession(path: string, end: number): number {
  const start = end - 25;
  return start >= 0 && path[start] === '(' && isAlphanumeric(path.slice(start + 1, end)) ? start : -1;
}

/** Where `(a(…24…)b(…24…))` begins that ends at `end`, or -1. */
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
