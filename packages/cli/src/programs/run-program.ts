import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs a program of the project as a child process at this terminal. Returns the program's exit code. */
export async function runProgram(
  script: string,
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<number> {
  const program = spawn(process.execPath, [script, ...words], {
    env,
    // The IPC channel closes even if this process is killed. The child process then stops as after a signal.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  signal.addEventListener('abort', () => program.kill('SIGTERM'));
  const [code] = (await once(program, 'exit')) as [number | null];
  return code ?? 3;
}

/** Returns whether the environment contains the setting, as NAME or as NAME_FILE. */
export function hasSettingValue(
  variables: Readonly<Record<string, string | undefined>>,
  name: string,
): boolean {
  return Boolean(variables[name] || variables[`${name}_FILE`]);
}
