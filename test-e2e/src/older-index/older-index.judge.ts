// Covers: services packages docs/reading-without-holdfast.md
// Shortened run of `npm run drill -- older-index`.
import { chooseSeed, startTestPostgres } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { createRandomFromSeed } from '../support/seeded.ts';
import { runOlderIndexDrill } from './older-index.ts';
import { createDatabaseCopies, createFolderCopies, makeDatabase } from './states.ts';

it('finds each index that was put back, and loses nothing that was acknowledged', async () => {
  const postgres = await startTestPostgres({ unsafe: true });
  await makeDatabase(postgres);
  const outcome = await runOlderIndexDrill({
    rounds: 3,
    random: createRandomFromSeed(chooseSeed('an older index')),
    states: [createDatabaseCopies(postgres), createFolderCopies(postgres)],
    clocks: [0, -1],
    say: () => undefined,
  });
  expect(outcome.rounds).toBe(3);
  expect(outcome.artifacts).toBeGreaterThan(0);
}, 600_000);
