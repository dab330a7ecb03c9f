// Runs the clients of a benchmark in a separate process with a fresh heap, so that clients and benchmark do not distort
// each other's measurements. The process receives one plan and sends one result.
import { fork } from 'node:child_process';
import { once } from 'node:events';

type ChildResult<Found> = { found: Found } | { failure: string };

/**
 * Runs a program in a new process, sends it the plan and returns its result. `program`: compiled file that calls
 * `runPlanInChild`. Plan and result are plain data.
 */
export async function runInChildProcess<Plan extends object, Found>(
  program: string,
  plan: Plan,
): Promise<Found> {
  const child = fork(program, { serialization: 'advanced' });
  const stop = new AbortController();
  const gone = once(child, 'exit');
  try {
    const answered = once(child, 'message', stop) as Promise<[ChildResult<Found>]>;
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

/** Called in the child process. Receives the plan, runs it and sends the result. */
export function runPlanInChild<Plan, Found>(run: (plan: Plan) => Promise<Found>): void {
  process.once('message', async (plan: Plan) => {
    const answer: ChildResult<Found> = await run(plan).then(
      (found) => ({ found }),
      (error: Error) => ({ failure: error.message }),
    );
    process.send!(answer, () => process.disconnect());
  });
}
