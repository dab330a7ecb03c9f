// Covers: services/config-service/src/journal services/config-service/src/index/journal packages/journal packages/cli/src/keep
// Shortened run of `npm run drill -- disaster`.
import { chooseSeed } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { runDisaster } from './disaster.ts';

it('both databases are rebuilt from the store, except for writes of the last two seconds', async () => {
  const outcome = await runDisaster({
    seed: chooseSeed('disaster'),
    rounds: 2,
    stores: 2,
    trafficMs: [2_500, 5_000],
    // Longer than in the drill, because the machine may be busy with other tests.
    journalInterval: '500ms',
    say: () => undefined,
  });
  expect(outcome.artifacts).toBeGreaterThan(0);
  expect(outcome.configurations).toBeGreaterThan(0);
  expect(outcome.states).toBeGreaterThan(0);
  expect(outcome.oldestLostMs).toBeLessThanOrEqual(2_000);
}, 180_000);
