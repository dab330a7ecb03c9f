// Judges: services packages
// Short form of `npm run drill -- copies`.
import { printedSeed } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { type CopiesPlan, copies } from './copies.ts';

const PLAN: CopiesPlan = {
  forMs: 20_000,
  captures: 3_000,
  readersAtEach: 4,
  faults: ['pause', 'transaction', 'damage', 'worker', 'spool', 'postgres'],
  faultPauseMs: 1_500,
  seed: printedSeed('copies under fire'),
  say: () => undefined,
};
const PATIENCE_MS = 300_000;

it(
  'answers from copies what was acknowledged before, through kills, damage and open transactions',
  async () => {
    const { differences, lookups, writes, faults } = await copies(PLAN);
    expect(differences).toEqual([]);
    expect(lookups.copy).toBeGreaterThan(0);
    expect(writes).toBeGreaterThan(0);
    expect(faults.length).toBeGreaterThan(0);
  },
  PATIENCE_MS,
);

it(
  'finds what is stale where the database does not tell of changes',
  async () => {
    const { differences } = await copies({ ...PLAN, broken: 'triggers', faults: [], forMs: 6_000 });
    expect(differences.length).toBeGreaterThan(0);
  },
  PATIENCE_MS,
);
