// Fixity, killed before it comes to its end: the next run goes on from where this one was.
import { setTimeout as sleep } from 'node:timers/promises';
import { type KeepPlace, startKeepAlone } from '../support/keep.ts';
import type { Seeded } from '../support/seeded.ts';

export async function killedFixity(place: KeepPlace, random: Seeded, kills: number): Promise<void> {
  for (let kill = 0; kill < kills; kill++) {
    // Slow enough to be met on its way.
    const started = await startKeepAlone(place, 'fixity', '--rate', '3MB', '--quiet');
    await sleep(400 + random.below(3_000));
    await started.kill9();
  }
  // Until the server has noticed, the job is still that one's.
  if (kills > 0) await sleep(1_000);
}
