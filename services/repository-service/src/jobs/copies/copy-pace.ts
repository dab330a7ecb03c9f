// Slows background copying while the process is busy. Copying a small object costs a few milliseconds of the event loop,
// so thousands of small objects would double the latency of requests, far below any limit of bytes per second.
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

type Utilization = ReturnType<typeof performance.eventLoopUtilization>;

const SAMPLE_MS = 200;
/** Utilization of the event loop from which the process counts as busy. */
const BUSY = 0.85;
/** Wait before each copy in a busy process. Several copies wait at the same time. */
const WAIT_MS = 150;
/** Additional wait of one millisecond for this many bytes. */
const BYTES_PER_MS = 20_000;
/** Another process may take a task after two minutes, so the wait stays far shorter, however large the object is. */
const MOST_WAIT_MS = 5_000;

interface PaceParts {
  utilization(since?: Utilization): Utilization;
  now(): number;
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

const PARTS: PaceParts = {
  utilization: (since) => performance.eventLoopUtilization(since),
  now: () => performance.now(),
  wait: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
};

/** Returns a function that waits before a copy of `bytes` if the process is busy. It never rejects. */
export function createCopyPace(parts: Partial<PaceParts> = {}) {
  const { utilization, now, wait } = { ...PARTS, ...parts };
  let sample = { at: now(), total: utilization() };
  let isBusy = false;
  return async (bytes: number, signal: AbortSignal): Promise<void> => {
    const at = now();
    if (at - sample.at >= SAMPLE_MS) {
      isBusy = utilization(sample.total).utilization >= BUSY;
      sample = { at, total: utilization() };
    }
    if (isBusy) await wait(Math.min(WAIT_MS + bytes / BYTES_PER_MS, MOST_WAIT_MS), signal);
  };
}
