// Covers: services/repository-service/src/jobs/peers packages/migrate-laaws/src/node services/repository-service/src/features/archives
// Shortened run of `npm run drill -- mirror`.
import { chooseSeed } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { runMirrorDrill } from './three-nodes.ts';

it('three nodes mirror each other, and one of them repairs lost segments from its peers', async () => {
  const outcome = await runMirrorDrill({
    seed: chooseSeed('mirror'),
    artifacts: 80,
    payloadBytes: 5_000,
    lostPercent: 15,
    say: () => undefined,
  });
  expect(outcome.artifacts).toBe(240);
  expect(outcome.removed + outcome.flipped).toBeGreaterThanOrEqual(2);
  expect(Object.keys(outcome.repaired).length).toBeGreaterThan(0);
}, 300_000);
