// One run of the creators, in a process of their own.
import { fileURLToPath } from 'node:url';
import { inOwnProcess } from '../own-process.ts';
import type { CreatePlan, Creations } from './plan.ts';

// A program of its own, so its built form, also when this file is not.
const program = fileURLToPath(new URL('../../dist/create/creators-process.js', import.meta.url));

export function createOverHttp(plan: CreatePlan): Promise<Creations> {
  return inOwnProcess(program, plan);
}
