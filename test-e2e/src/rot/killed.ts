// Kills a fixity check before it has finished. The next check must resume where the killed check stopped.
import { setTimeout as sleep } from 'node:timers/promises';
import { type KeepTarget, startKeepAlone } from '../support/keep.ts';
import type { SeededRandom } from '../support/seeded.ts';

export async function killFixityRun(place: KeepTarget, random: SeededRandom, kills: number): Promise<void> {
  for (let kill = 0; kill < kills; kill++) {
    // Limits the rate, so that the check is killed before it has finished.
    const started = await startKeepAlone(place, 'fixity', '--rate', '3MB', '--quiet');
    await sleep(400 + random.below(3_000));
    await started.kill9();
  }
  // Waits until PostgreSQL has noticed the kill; until then, the killed process still owns the job.
  if (kills > 0) await sleep(1_000);
}
