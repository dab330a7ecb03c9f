// What is asked again and again, and may be dear: answered anew at most for a share of the time.

/** What takes a look at everything. */
export const DEAR = 1 / 50;
/** What is cheap, unless the database is busy. */
export const CHEAP = 1 / 2;

const LEAST_MS = 1_000;
const MOST_MS = 60_000;

/**
 * `share`: of the time that passes, so much at most is spent on asking; but what is a minute old is asked for anew. Who
 * asks while it is being asked gets that answer. Errors are not remembered.
 */
export function remembered<T>(
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
        asked.freshUntilMs = nowMs() + Math.min(MOST_MS, Math.max(LEAST_MS, freshMs));
      },
      () => {
        if (known === asked) known = undefined;
      },
    );
    return answer;
  };
}
