// One run of the creators, in a process of their own: what they need of the processor is then not the service's.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CreatePlan, Creations, CreatorsAnswer } from './plan.ts';

// A program of its own, so its built form, also when this file is not.
const program = fileURLToPath(new URL('../../dist/create/creators-process.js', import.meta.url));

export async function createOverHttp(plan: CreatePlan): Promise<Creations> {
  const child = fork(program, { serialization: 'advanced' });
  const stop = new AbortController();
  const gone = once(child, 'exit');
  try {
    const answered = once(child, 'message', stop) as Promise<[CreatorsAnswer]>;
    const ended = gone.then(([code, signal]): never => {
      throw new Error(`The creators ended with ${signal ?? `exit code ${code}`}.`);
    });
    child.send(plan);
    const [answer] = await Promise.race([answered, ended]);
    if ('failure' in answer) throw new Error(answer.failure);
    return answer;
  } finally {
    stop.abort();
    child.kill();
    await gone;
  }
}
