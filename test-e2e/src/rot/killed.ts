// Fixity, killed before it comes to its end: the next run goes on from where this one was.
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startProcess } from '@holdfast/testkit';
import type { KeepPlace } from '../support/keep.ts';
import type { Seeded } from '../support/seeded.ts';

/** The program itself: the command line would be killed without it. */
const program = fileURLToPath(new URL('../../../services/repository-service/dist/keep.js', import.meta.url));

export async function killedFixity(
  { databaseUrl, objectStore, env }: KeepPlace,
  random: Seeded,
  kills: number,
): Promise<void> {
  for (let kill = 0; kill < kills; kill++) {
    // Slow enough to be met on its way.
    const words = [program, 'fixity', '--rate', '3MB', '--quiet'];
    const started = await startProcess(process.execPath, words, {
      env: { DATABASE_URL: databaseUrl, OBJECT_STORE: objectStore, ...env },
    });
    await sleep(400 + random.below(3_000));
    await started.kill9();
  }
  // Until the server has noticed, the job is still that one's.
  if (kills > 0) await sleep(1_000);
}
