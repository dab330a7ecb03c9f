// Hook that requests data when a component is first rendered and whenever its dependencies change. Discards outdated
// responses.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { getRetryDelayMs, isOutage, LATE_MS, LateResponseError } from './outage.ts';

export interface ResponseState<T> {
  /**
   * Last response. Undefined before the first response. Also undefined after dependencies change, unless `keep` is set.
   */
  readonly value: T | undefined;
  /** Error of the last request, if it failed. */
  readonly problem: unknown;
  readonly loading: boolean;
  /** True if the value was requested with earlier dependencies (`keep`). */
  readonly isStale: boolean;
  /** Repeats the request. The current value stays until the response arrives. */
  readonly again: () => void;
}

export interface ResponseOptions {
  /** True to keep the value when dependencies change. A table then stays visible while it is sorted or filtered. */
  readonly keep?: boolean;
  /** Interval at which the request is repeated while the page is visible, in milliseconds. */
  readonly everyMs?: number;
}

/** Calls `ask` with a signal that aborts when the response is no longer needed. */
export function useResponse<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  deps: readonly unknown[],
  { keep = false, everyMs }: ResponseOptions = {},
): ResponseState<T> {
  const [state, setState] = useState<Omit<ResponseState<T>, 'again'>>(ASKING);
  const [round, setRound] = useState(0);
  const last = useRef(round);
  const failures = useRef(0);

  const again = useCallback(() => setRound((before) => before + 1), []);

  // Uses a layout effect, so that the request starts before the browser paints.
  useLayoutEffect(() => {
    const isAgain = last.current !== round;
    last.current = round;
    const unwanted = new AbortController();
    setState((before) => {
      if (isAgain) return { ...before, loading: true };
      return keep ? { ...before, loading: true, isStale: before.value !== undefined } : ASKING;
    });
    let retry: ReturnType<typeof setTimeout> | undefined;
    const late = setTimeout(
      () => setState((before) => ({ ...before, problem: before.problem ?? new LateResponseError() })),
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
          setState({ value, problem: undefined, loading: false, isStale: false });
        }),
      (problem) =>
        whenWanted(() => {
          setState((before) => ({ ...before, problem, loading: false }));
          if (!isOutage(problem)) return;
          failures.current += 1;
          retry = setTimeout(again, getRetryDelayMs(failures.current));
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

const ASKING = { value: undefined, problem: undefined, loading: true, isStale: false };
