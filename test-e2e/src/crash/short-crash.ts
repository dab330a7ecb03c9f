// Runs a few crashes with small imports, for the tests in this folder.
import { chooseSeed } from '@holdfast/testkit';
import { createRandomFromSeed } from '../support/seeded.ts';
import { type CrashOutcome, type CrashPlan, runCrashDrill } from './crash.ts';

export function runShortCrash(victim: CrashPlan['victim']): Promise<CrashOutcome[]> {
  return runCrashDrill({
    victim,
    instants: 2,
    records: 300,
    sendMs: 1_500,
    random: createRandomFromSeed(chooseSeed(`kill -9 of the ${victim}`)).share,
    say: () => undefined,
  });
}
