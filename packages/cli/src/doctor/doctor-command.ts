// `holdfast doctor`: examines the node in a child process, and kills that process at the end. A check that hangs on a
// broken disk therefore cannot block the command.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { exitCodes } from '@holdfast/cli-kit';
import type { DoctorCommand } from './doctor-arguments.ts';
import { type DoctorEnvironment, examineNode } from './examine-node.ts';
import { countFaults, formatReport, toJsonReport } from './report.ts';

interface DoctorTools {
  readonly output: Pick<NodeJS.WriteStream, 'write'>;
}

/** Message that starts the examination in the child process. */
export interface DoctorTask {
  readonly command: DoctorCommand;
  readonly environment: DoctorEnvironment;
}

/** Returns the exit code. */
export async function runDoctor(
  { output }: DoctorTools,
  environment: DoctorEnvironment,
  { data, json, quiet }: DoctorCommand,
): Promise<number> {
  const examination = await examineNode(environment, data);
  output.write(json ? toJsonReport(examination) : formatReport(examination, { quiet }));
  return countFaults(examination) > 0 ? exitCodes.recordFailed : exitCodes.fine;
}

/** Runs the examination in a child process and returns the exit code of the command. */
export async function runDoctorProgram(
  { output }: DoctorTools,
  environment: DoctorEnvironment,
  command: DoctorCommand,
  signal: AbortSignal,
): Promise<number> {
  const script = fileURLToPath(new URL('./doctor-process.js', import.meta.url));
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    env: environment.variables as NodeJS.ProcessEnv,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const stop = () => child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  child.send({ command, environment } satisfies DoctorTask);
  const done = once(child, 'message') as Promise<[{ readonly text: string; readonly code: number }]>;
  const ended = once(child, 'exit').then(() => undefined);
  for (const one of [done, ended]) one.catch(() => undefined);
  const answer = await Promise.race([done, ended]);
  stop();
  signal.throwIfAborted();
  if (answer === undefined) return exitCodes.noService;
  const [{ text, code }] = answer;
  output.write(text);
  return code;
}
