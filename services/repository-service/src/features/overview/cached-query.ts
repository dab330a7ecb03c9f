// Caches the result of an expensive query. The slower the query, the longer its result is cached, but at most a minute.

/** Maximum fraction of the time during which a query that scans all rows may run. */
export const EXPENSIVE_QUERY_SHARE = 1 / 50;
/**
 * Maximum fraction of the time during which a cheap query may run. Such a query is slow only when the database is busy.
 */
export const CHEAP_QUERY_SHARE = 1 / 2;

const LEAST_MS = 1_000;
const MAX_MS = 60_000;

/**
 * Returns a function that caches the result of `ask`. `share`: maximum fraction of the time during which `ask` may run.
 * A very slow query exceeds this fraction, because no result is cached for more than a minute. Concurrent callers share
 * one query. Errors are not cached.
 */
export function createCachedQuery<T>(
  ask: () => Promise<T>,
  share: number,
  nowMs: () => number = () => performance.now(),
): () => Promise<T> {
  let known: { answer: Promise<T>; freshUntilMs: number } | undefined;
  return () => {
    if (known && nowMs() < known.freshUntilMs) return known.answer;
    const begunMs = nowMs();
    const answer = ask();
    const asked = { answer, freshUntilMs: Number.POSITIVE_INFINITY };
    known = asked;
    answer.then(
      () => {
        const freshMs = (nowMs() - begunMs) / share;
        asked.freshUntilMs = nowMs() + Math.min(MAX_MS, Math.max(LEAST_MS, freshMs));
      },
      () => {
        if (known === asked) known = undefined;
      },
    );
    return answer;
  };
}
