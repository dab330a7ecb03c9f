// Slows background copying while the process is busy. A small object costs a few milliseconds of event loop time.
// Without a pause, thousands of small objects would double the latency of requests, even far below the configured
// transfer rate.
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

type Utilization = ReturnType<typeof performance.eventLoopUtilization>;

const SAMPLE_MS = 200;
/** Event loop utilization above which the process counts as busy. */
const BUSY = 0.85;
/** Delay before each copy in a busy process. Concurrent copies wait at the same time. */
const WAIT_MS = 150;
/** Number of bytes per additional millisecond of delay. */
const BYTES_PER_MS = 20_000;
/** Maximum delay. Must be far below two minutes, after which another process may take over the copy task. */
const MAX_WAIT_MS = 5_000;

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

/** Returns a function that delays a copy of `bytes` bytes if the process is busy. The function never rejects. */
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
    if (isBusy) await wait(Math.min(WAIT_MS + bytes / BYTES_PER_MS, MAX_WAIT_MS), signal);
  };
}
