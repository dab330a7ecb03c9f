// State of an action that the user started: whether it is running, and why it failed.
import { useRef, useState } from 'preact/hooks';

export interface ActionState {
  readonly isBusy: boolean;
  /** Error of the last run. Undefined during a run and after a success. */
  readonly problem: unknown;
  /** Runs the action. Does nothing if the action is already running. Never rejects. */
  readonly run: (work: () => Promise<unknown>) => Promise<void>;
  readonly forget: () => void;
}

export function useAction(): ActionState {
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
