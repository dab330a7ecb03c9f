// Caches the result of an expensive query. The slower the query, the longer its result is cached, but at most a minute.

/** Share of the total time that queries may take if they scan all rows. */
export const EXPENSIVE_QUERY_SHARE = 1 / 50;
/** Share of the total time that cheap queries may take. They are slow only when the database is busy. */
export const CHEAP_QUERY_SHARE = 1 / 2;

const LEAST_MS = 1_000;
const MAX_MS = 60_000;

/**
 * Returns a function that caches the result of `ask`. `share`: share of the total time that `ask` may take, unless its
 * result would be cached for more than a minute. Concurrent callers share one query. Errors are not cached.
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
