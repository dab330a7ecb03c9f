// Covers: services packages
// Shortened run of `npm run drill -- property`.
import { chooseSeed, createTestDatabase } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { runPropertyDrill } from './property.ts';

it('does what the model does, through any interleaving of what changes and what is asked', async () => {
  const { url } = await createTestDatabase();
  const seed = chooseSeed('the property test');
  const outcome = await runPropertyDrill({ databaseUrl: url, seed, sequences: 40, say: () => undefined });
  expect(outcome.sequences).toBe(40);
  expect(outcome.requests).toBeGreaterThan(40 * 10);
}, 180_000);
