// What is asked again and again, and may be dear: answered anew at most for a small share of the time.

/** Of the time that passes, so much at most is spent on asking. */
const SHARE = 1 / 50;
const LEAST_MS = 1_000;

/** Who asks while it is being asked gets that answer. Errors are not remembered. */
export function remembered<T>(
  ask: () => Promise<T>,
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
        asked.freshUntilMs = nowMs() + Math.max(LEAST_MS, (nowMs() - begunMs) / SHARE);
      },
      () => {
        if (known === asked) known = undefined;
      },
    );
    return answer;
  };
}
