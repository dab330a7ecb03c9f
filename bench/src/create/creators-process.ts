// The process of the creators: takes one plan, carries it out, answers what it found.
import { runCreators } from './creators.ts';
import type { CreatePlan, CreatorsAnswer } from './plan.ts';

process.once('message', async (plan: CreatePlan) => {
  const answer = await runCreators(plan).catch(
    (error: Error): CreatorsAnswer => ({ failure: error.message }),
  );
  process.send!(answer, () => process.disconnect());
});
