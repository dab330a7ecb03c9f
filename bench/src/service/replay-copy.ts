// Waits for the service's copy of the replay index, so that look-ups are measured as in normal operation.
import { setTimeout as sleep } from 'node:timers/promises';
import { sumMetric } from './metrics.ts';

const LOOK_AGAIN_MS = 500;
const PATIENCE_MS = 1_800_000;
const COPIED = 'holdfast_replay_copy_captures';

/** Resolves when the copy of each process has `captures` captures, or at once if the service keeps no copy. */
export async function whenCopied(metricsUrl: string, captures: number): Promise<void> {
  for (const endMs = performance.now() + PATIENCE_MS; performance.now() < endMs; await sleep(LOOK_AGAIN_MS)) {
    const answer = await fetch(metricsUrl);
    if (!answer.ok) throw new Error(`${metricsUrl} answered ${answer.status}.`);
    const metrics = await answer.text();
    if (!metrics.includes(`\n${COPIED} `) || sumMetric(metrics, COPIED) >= captures) return;
  }
  throw new Error(`The copy of the replay index was not there after ${PATIENCE_MS / 1000} s.`);
}
