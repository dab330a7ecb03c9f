// Current time for texts such as "3 minutes ago". All these texts share one timer, which runs only while at least one
// of them is on the screen.
import { signal } from '@preact/signals';

const TICK_MS = 10_000;
let timer: ReturnType<typeof setInterval> | undefined;

const ticks = signal(0, {
  watched: () => {
    timer = setInterval(() => document.hidden || tick(), TICK_MS);
    document.addEventListener('visibilitychange', tick);
  },
  unwatched: () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
  },
});

function tick(): void {
  ticks.value += 1;
}

/**
 * Returns the time in milliseconds since the epoch. A component that calls this during rendering renders again every
 * ten seconds while the page is visible.
 */
export function readClock(): number {
  void ticks.value;
  return Date.now();
}
