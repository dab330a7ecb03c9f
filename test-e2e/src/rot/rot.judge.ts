// Covers: services packages
// Shortened run of `npm run drill -- rot`.
import { createTestDatabase } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { runRotDrill } from './rot.ts';

it('fixity names exactly what is damaged, no read is wrong, and importing again repairs it', async () => {
  const { url: databaseUrl } = await createTestDatabase();
  const outcome = await runRotDrill({
    databaseUrl,
    seed: 7,
    artifacts: 90,
    perArchive: 6,
    events: 16,
    kills: 1,
    say: () => undefined,
  });
  expect(outcome.damaged).toBeGreaterThan(10);
  expect(outcome.flips * outcome.truncations * outcome.deletions).toBeGreaterThan(0);
}, 120_000);
