// What a service answers, as the state of something that is drawn: asked when it is first drawn and whenever what it depends on
// changes. An answer that comes too late, or after nobody wants it, is none.
import { ServiceError } from '@holdfast/client/browser';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

export interface Answer<T> {
  /** The last that came; undefined before, and when what it depends on has changed, unless it was to be kept. */
  readonly value: T | undefined;
  /** Why there is none, or no newer one. */
  readonly problem: unknown;
  readonly loading: boolean;
  /** Asks again; what is there stays until the new answer comes. */
  readonly again: () => void;
}

export interface AnswerOptions {
  /** What is there stays when what it depends on changes, too: for tables that are sorted or filtered anew. */
  readonly keep?: boolean;
  /** Asked again so often, as long as the page is looked at. */
  readonly everyMs?: number;
}

/** An answer that has not come after this time is reported as a problem; the request goes on. */
const LATE_MS = 5_000;
/** Waits between attempts while a service or its database is away; the last one repeats. */
const RETRY_MS = [2_000, 4_000, 8_000, 15_000];

/** The service has not answered yet. */
export class LateAnswerError extends Error {
  override readonly name = 'LateAnswerError';
  readonly seconds = LATE_MS / 1_000;
}

/** `ask` gets a signal that aborts when its answer is not wanted any more. */
export function useAnswer<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  deps: readonly unknown[],
  { keep = false, everyMs }: AnswerOptions = {},
): Answer<T> {
  const [state, setState] = useState<Omit<Answer<T>, 'again'>>(ASKING);
  const [round, setRound] = useState(0);
  const last = useRef(round);
  const failures = useRef(0);

  const again = useCallback(() => setRound((before) => before + 1), []);

  // Not after the paint: a service is asked while what stands there meanwhile is painted.
  useLayoutEffect(() => {
    const isAgain = last.current !== round || keep;
    last.current = round;
    const unwanted = new AbortController();
    setState((before) => (isAgain ? { ...before, loading: true } : ASKING));
    let retry: ReturnType<typeof setTimeout> | undefined;
    const late = setTimeout(
      () => setState((before) => ({ ...before, problem: before.problem ?? new LateAnswerError() })),
      LATE_MS,
    );
    const whenWanted = (action: () => void): void => {
      clearTimeout(late);
      if (!unwanted.signal.aborted) action();
    };
    ask(unwanted.signal).then(
      (value) =>
        whenWanted(() => {
          failures.current = 0;
          setState({ value, problem: undefined, loading: false });
        }),
      (problem) =>
        whenWanted(() => {
          setState((before) => ({ ...before, problem, loading: false }));
          if (isOutage(problem)) retry = setTimeout(again, nextRetryMs(failures));
        }),
    );
    return () => {
      clearTimeout(late);
      clearTimeout(retry);
      unwanted.abort();
    };
  }, [...deps, round]);

  useEffect(() => {
    if (everyMs === undefined) return;
    const timer = setInterval(() => document.hidden || again(), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return { ...state, again };
}

/** Whether the same request may succeed as soon as the service, or what it depends on, is back. */
function isOutage(problem: unknown): boolean {
  if (!(problem instanceof ServiceError)) return false;
  return problem.status === undefined || problem.status === 503 || problem.retryAfterMs !== undefined;
}

function nextRetryMs(failures: { current: number }): number {
  const waitMs = RETRY_MS[Math.min(failures.current, RETRY_MS.length - 1)]!;
  failures.current += 1;
  return waitMs;
}

const ASKING = { value: undefined, problem: undefined, loading: true };
