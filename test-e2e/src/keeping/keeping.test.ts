// The short form of `npm run drill -- keeping`.
import { testDatabase } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { jobs, keeping } from './keeping.ts';

it.each(jobs)(
  'kill -9 during %s harms no reader and no writer, and it goes on',
  async (job) => {
    const { url: databaseUrl } = await testDatabase();
    const plan = { databaseUrl, job, instants: 2, artifacts: 80, seed: 5, say: () => undefined };
    const { kills, reads } = await keeping(plan);
    expect(kills).toBe(2);
    expect(reads).toBeGreaterThan(20);
  },
  180_000,
);
