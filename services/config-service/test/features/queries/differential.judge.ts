// Covers: services/config-service/src/query services/config-service/src/features/queries
// Runs fewer queries than `npm run drill -- queries`, which runs the same test.
import { chooseSeed } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { compareRandomQueries } from './differential/differential.ts';
import { type SampleService, startEmpty } from './sample-service.ts';

let samples: SampleService;
beforeAll(async () => {
  samples = await startEmpty();
});
afterAll(() => samples.stop());

it('answers random queries as a brute-force reading of the same language does', async () => {
  const seed = chooseSeed('random queries');
  const outcome = await compareRandomQueries(samples, { seed, queries: 400 });
  expect(outcome.queries).toBe(400);
  expect(outcome.refused).toBeLessThan(10);
  expect(outcome.telling).toBeGreaterThan(50);
}, 120_000);
