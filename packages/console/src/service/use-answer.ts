// What a service answers, as the state of something that is drawn: asked when it is first drawn and whenever what it depends on
// changes. An answer that comes too late, or after nobody wants it, is none.
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

/** `ask` gets a signal that aborts when its answer is not wanted any more. */
export function useAnswer<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  deps: readonly unknown[],
  { keep = false, everyMs }: AnswerOptions = {},
): Answer<T> {
  const [state, setState] = useState<Omit<Answer<T>, 'again'>>(ASKING);
  const [round, setRound] = useState(0);
  const last = useRef(round);

  // Not after the paint: a service is asked while what stands there meanwhile is painted.
  useLayoutEffect(() => {
    const isAgain = last.current !== round || keep;
    last.current = round;
    const unwanted = new AbortController();
    setState((before) => (isAgain ? { ...before, loading: true } : ASKING));
    ask(unwanted.signal).then(
      (value) => {
        if (!unwanted.signal.aborted) setState({ value, problem: undefined, loading: false });
      },
      (problem) => {
        if (!unwanted.signal.aborted) setState((before) => ({ ...before, problem, loading: false }));
      },
    );
    return () => unwanted.abort();
  }, [...deps, round]);

  const again = useCallback(() => setRound((before) => before + 1), []);
  useEffect(() => {
    if (everyMs === undefined) return;
    const timer = setInterval(() => document.hidden || again(), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return { ...state, again };
}

const ASKING = { value: undefined, problem: undefined, loading: true };
