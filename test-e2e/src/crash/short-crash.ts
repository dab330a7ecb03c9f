// Runs `crash` with few and small imports, for tests and judges.
import { chooseSeed } from '@holdfast/testkit';
import { seeded } from '../support/seeded.ts';
import { type CrashOutcome, type CrashPlan, crash } from './crash.ts';

export function shortCrash(victim: CrashPlan['victim']): Promise<CrashOutcome[]> {
  return crash({
    victim,
    instants: 2,
    records: 300,
    sendMs: 1_500,
    random: seeded(chooseSeed(`kill -9 of the ${victim}`)).share,
    say: () => undefined,
  });
}
