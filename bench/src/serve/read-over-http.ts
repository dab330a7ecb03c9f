// One run of the readers, in a process of their own.
import { fileURLToPath } from 'node:url';
import { inOwnProcess } from '../own-process.ts';
import type { ReadPlan, Reads } from './readers.ts';

// A program of its own, so its built form, also when this file is not.
const program = fileURLToPath(new URL('../../dist/serve/readers-process.js', import.meta.url));

export function readOverHttp(plan: ReadPlan): Promise<Reads> {
  return inOwnProcess(program, plan);
}
