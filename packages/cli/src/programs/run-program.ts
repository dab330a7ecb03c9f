// One of the project's programs as a process of its own, at this process's terminal.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Resolves to the program's exit code. */
export async function runProgram(
  script: string,
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<number> {
  const program = spawn(process.execPath, [script, ...words], {
    env,
    // The channel ends with this process, however it ends: then the program stops as if told to.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  signal.addEventListener('abort', () => program.kill('SIGTERM'));
  const [code] = (await once(program, 'exit')) as [number | null];
  return code ?? 3;
}

/** Whether a setting is there, itself or as the file that holds it. */
export function isSet(variables: Readonly<Record<string, string | undefined>>, name: string): boolean {
  return Boolean(variables[name] || variables[`${name}_FILE`]);
}
