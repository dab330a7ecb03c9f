// Kills a fixity run before its end; the next run must resume it.
import { setTimeout as sleep } from 'node:timers/promises';
import { type KeepPlace, startKeepAlone } from '../support/keep.ts';
import type { SeededRandom } from '../support/seeded.ts';

export async function killFixityRun(place: KeepPlace, random: SeededRandom, kills: number): Promise<void> {
  for (let kill = 0; kill < kills; kill++) {
    // The run is slow enough to be killed before its end.
    const started = await startKeepAlone(place, 'fixity', '--rate', '3MB', '--quiet');
    await sleep(400 + random.below(3_000));
    await started.kill9();
  }
  // The job belongs to the killed process until PostgreSQL has noticed the kill.
  if (kills > 0) await sleep(1_000);
}
