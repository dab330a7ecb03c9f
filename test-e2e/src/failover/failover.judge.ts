// Covers: services/repository-service packages/pg-kit packages/http-kit
// Shortened run of `npm run drill -- failover`.
import { chooseSeed } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { createRandomFromSeed } from '../support/seeded.ts';
import { failOver } from './failover.ts';

it('survives promotions of a synchronous standby without a restart, and loses nothing', async () => {
  const outcome = await failOver({
    rounds: 2,
    isSynchronous: true,
    random: createRandomFromSeed(chooseSeed('a synchronous failover')),
    say: () => undefined,
  });
  expect(outcome).toMatchObject({ rounds: 2, lostChanges: 0 });
  expect(outcome.artifacts).toBeGreaterThan(0);
}, 300_000);

it('replays what an asynchronous standby had not received, and loses nothing that its own memory has', async () => {
  const outcome = await failOver({
    rounds: 2,
    isSynchronous: false,
    random: createRandomFromSeed(chooseSeed('an asynchronous failover')),
    say: () => undefined,
  });
  expect(outcome).toMatchObject({ rounds: 2, lostChanges: 0 });
  expect(outcome.replayed).toBeGreaterThan(0);
}, 300_000);
