// Covers: services packages
// Shortened run of `npm run drill -- keeping`.
import { createTestDatabase } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { type KeepJobName, runKeepingDrill } from './keeping.ts';

it.each<{ jobs: KeepJobName[] }>([
  { jobs: ['compact', 'rebuild'] },
  // While these jobs run, the service starts a compaction every second.
  { jobs: ['fixity', 'purge', 'sweep'] },
])(
  'kill -9 during $jobs harms no reader and no writer, and they go on',
  async ({ jobs }) => {
    const { url: databaseUrl } = await createTestDatabase();
    const plan = {
      databaseUrl,
      jobs,
      instants: 1,
      artifacts: 60,
      seed: 5,
      pauseMs: 100,
      say: () => undefined,
    };
    const { kills, reads } = await runKeepingDrill(plan);
    expect(kills).toBe(jobs.length);
    expect(reads).toBeGreaterThan(20);
  },
  180_000,
);
