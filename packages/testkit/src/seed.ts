// Random seeds of tests. Each test prints its seed, so that a failure can be repeated.
import { randomInt } from 'node:crypto';
import { readSeed } from './env.ts';

/** Returns HOLDFAST_SEED or a random integer below 2³¹, and prints it with the name of the test. */
export function chooseSeed(test: string): number {
  const seed = readSeed() ?? randomInt(2 ** 31);
  process.stderr.write(`${test}: HOLDFAST_SEED=${seed} replays it.\n`);
  return seed;
}
