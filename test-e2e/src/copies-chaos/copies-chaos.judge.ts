// Covers: packages/object-store services/repository-service/src/jobs services/repository-service/src/index/copies services/repository-service/src/open-stores.ts
// Shortened run of `npm run drill -- copies-chaos`. Needs root, to mount file systems.
import { chooseSeed } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { runCopiesChaos } from './copies-chaos.ts';

const isRoot = process.getuid?.() === 0;
if (!isRoot) process.stderr.write('NOT RUN, no right to mount file systems: the drill copies-chaos\n');

(isRoot ? it : it.skip)(
  'faults of one store after another reach no reader, lose nothing and are repaired',
  async () => {
    const outcome = await runCopiesChaos({
      seed: chooseSeed('copies-chaos'),
      minutes: 0.5,
      periodMs: 4_000,
      awayMs: 6_000,
      killShare: 0,
      untilSwept: false,
      say: () => undefined,
    });
    expect(Object.keys(outcome.events).length).toBeGreaterThan(1);
    // Does not require minimum counts, because other tests may keep the machine busy.
    expect(outcome.reads).toMatchObject({ payload: expect.any(Number), range: expect.any(Number) });
    expect(outcome.writes).toMatchObject({ create: expect.any(Number), import: expect.any(Number) });
    expect(outcome.stored).toBeGreaterThan(0);
  },
  300_000,
);
