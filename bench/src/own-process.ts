// Clients of a benchmark in a process of their own, with a fresh heap: what they need of the processor is then not the
// service's, and what the benchmark keeps in memory does not slow them. The process takes one plan and answers once.
import { fork } from 'node:child_process';
import { once } from 'node:events';

type Answered<Found> = { found: Found } | { failure: string };

/** `program`: a built file that calls `carryOutPlan`. Plan and what is found are plain data. */
export async function inOwnProcess<Plan extends object, Found>(program: string, plan: Plan): Promise<Found> {
  const child = fork(program, { serialization: 'advanced' });
  const stop = new AbortController();
  const gone = once(child, 'exit');
  try {
    const answered = once(child, 'message', stop) as Promise<[Answered<Found>]>;
    const ended = gone.then(([code, signal]): never => {
      throw new Error(`The clients ended with ${signal ?? `exit code ${code}`}.`);
    });
    child.send(plan);
    const [answer] = await Promise.race([answered, ended]);
    if ('failure' in answer) throw new Error(answer.failure);
    return answer.found;
  } finally {
    stop.abort();
    child.kill();
    await gone;
  }
}

/** The other side of it. */
export function carryOutPlan<Plan, Found>(run: (plan: Plan) => Promise<Found>): void {
  process.once('message', async (plan: Plan) => {
    const answer: Answered<Found> = await run(plan).then(
      (found) => ({ found }),
      (error: Error) => ({ failure: error.message }),
    );
    process.send!(answer, () => process.disconnect());
  });
}
