// What random tests start from: another number in every run, which they print, so that a failure can be replayed.
import { randomInt } from 'node:crypto';
import { seedToReplay } from './env.ts';

/** A whole number below 2³¹: HOLDFAST_SEED where it is set, a random one otherwise. Printed with the name of the test. */
export function printedSeed(test: string): number {
  const seed = seedToReplay() ?? randomInt(2 ** 31);
  process.stderr.write(`${test}: HOLDFAST_SEED=${seed} replays it.\n`);
  return seed;
}
