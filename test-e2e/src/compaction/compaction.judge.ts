// Covers: services packages
// Shortened run of `npm run drill -- compaction`.
import { createTestDatabase } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { runCompactionDrill } from './compaction.ts';

it('makes one object of hundreds, and gives back what is deleted', async () => {
  const { url: databaseUrl } = await createTestDatabase();
  const plan = { databaseUrl, artifacts: 300, sizeBytes: 4_000, say: () => undefined };
  const { before, after, fewestObjects, deadBytes, freedBytes } = await runCompactionDrill(plan);
  expect(before.objects).toBe(300);
  expect(after.objects).toBe(fewestObjects);
  expect(after.objects).toBe(1);
  expect(before.requests).toBeGreaterThanOrEqual(300);
  expect(after.requests).toBeLessThan(10);
  expect(freedBytes).toBeGreaterThanOrEqual(0.95 * deadBytes);
}, 180_000);
