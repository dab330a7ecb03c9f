// Covers: services packages
// Shortened run of `npm run drill -- paging`, without its limit on the time per page.
import { createTestDatabase } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { runPagingDrill } from './paging.ts';

it('pages through everything in order, with nothing missed or repeated, while writers write', async () => {
  const { url } = await createTestDatabase();
  const plan = { artifacts: 5_000, limit: 100, walks: 1, say: () => undefined };
  const outcomes = await runPagingDrill({ ...plan, databaseUrl: url });
  const pages = Object.fromEntries(outcomes.map((outcome) => [outcome.name, outcome.pages[0]!.length]));
  expect(pages['AU, all versions']).toBeGreaterThanOrEqual(50);
  expect(pages['namespace, all versions']).toBeGreaterThanOrEqual(55);
}, 120_000);
