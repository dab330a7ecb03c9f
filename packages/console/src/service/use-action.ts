// Something that is done when it is asked for, as the state of what is drawn: whether it is under way, and why it failed.
import { useRef, useState } from 'preact/hooks';

export interface Action {
  readonly isBusy: boolean;
  /** Why the last one failed; undefined while it is tried again, and when it did not. */
  readonly problem: unknown;
  /** Does nothing while it is under way. Never rejects. */
  readonly run: (work: () => Promise<unknown>) => Promise<void>;
  readonly forget: () => void;
}

export function useAction(): Action {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(undefined);
  const isRunning = useRef(false);

  async function run(work: () => Promise<unknown>): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(error);
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }

  return { isBusy, problem, run, forget: () => setProblem(undefined) };
}
