// The short form of `npm run drill -- queries`.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { differential } from './differential/differential.ts';
import { type StockedService, startEmpty } from './stocked-service.ts';

let stocked: StockedService;
beforeAll(async () => {
  stocked = await startEmpty();
});
afterAll(() => stocked.stop());

it('answers random queries as a brute-force reading of the same language does', async () => {
  const seed = Date.now() % 1_000_000_000;
  const outcome = await differential(stocked, { seed, queries: 400 });
  expect(outcome.queries).toBe(400);
  expect(outcome.refused).toBeLessThan(10);
  expect(outcome.telling).toBeGreaterThan(50);
}, 120_000);
