// A rate that work keeps to: bytes per second, whoever takes them.
import { setTimeout as sleep } from 'node:timers/promises';

/** What may be caught up on after a pause. */
const burstMs = 250;

export interface Pace {
  /** Resolves when so many bytes more may be taken. Rejects when the signal aborts. */
  take(bytes: number, signal: AbortSignal): Promise<void>;
}

/** `bytesPerSecond`: undefined for as fast as it goes. */
export function pace(nowMs: () => number, bytesPerSecond: number | undefined): Pace {
  let freeMs = nowMs();
  return {
    take: async (bytes, signal) => {
      signal.throwIfAborted();
      if (bytesPerSecond === undefined) return;
      const now = nowMs();
      freeMs = Math.max(freeMs, now - burstMs) + (bytes / bytesPerSecond) * 1000;
      if (freeMs > now) await sleep(freeMs - now, undefined, { signal });
    },
  };
}
