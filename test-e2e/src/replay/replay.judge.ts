// Covers: services packages
// Shortened run of `npm run drill -- replay`.
import { createTestDatabase } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { replayQueryTargets, runReplayDrill } from './replay.ts';

it('answers every sort, match type and limit of CDX with what it must, in order', async () => {
  const { url } = await createTestDatabase();
  const plan = { captures: 2_000, seed: 4, everySeconds: 11, limits: [1, 50], say: () => undefined };
  const { queries, lines } = await runReplayDrill({ ...plan, databaseUrl: url });
  expect(queries).toBe(replayQueryTargets.length * 9 * 4);
  expect(lines).toBeGreaterThan(50_000);
}, 120_000);
