// Runs the commands of the README's first session in one shell, as a reader would.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type StartedProcess, startProcess } from '@holdfast/testkit';
import { type Installation, projectFolder } from './installation.ts';

export interface SessionCommandOutcome {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

/** Returns the command that starts the node, and the commands that the reader types in a second terminal. */
export function readPrintedSession(): { start: string; commands: string[] } {
  const [start = '', ...commands] = readPrintedCommands();
  return { start, commands };
}

/** Returns the variables that the start command sets before `npm start`. */
export function readSessionSettings(start: string): Record<string, string> {
  const [, assignments] = /^((?:[A-Z_]+=\S+ )*)npm start$/.exec(start) ?? [];
  if (assignments === undefined) throw new Error(`starts nothing: ${start}`);
  return Object.fromEntries(assignments.split(' ').filter(Boolean).map(assignment));
}

function assignment(text: string): [name: string, value: string] {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Returns the lines of the shell blocks in the README's section "A first session". */
function readPrintedCommands(): string[] {
  const readme = readFileSync(join(projectFolder, 'README.md'), 'utf8');
  const session = readme.slice(
    readme.indexOf('\n## A first session\n'),
    readme.indexOf('\n## Documentation\n'),
  );
  const blocks = [...session.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block!);
  return blocks.join('').split('\n').filter(Boolean);
}

/** Replaces the addresses and the data folder in a command by the values of this installation. */
export function adaptToInstallation(command: string, installation: Installation): string {
  return command
    .replaceAll('data/admin-password', join(installation.dataFolder, 'admin-password'))
    .replaceAll('127.0.0.1:24610', `127.0.0.1:${installation.repositoryPort}`)
    .replaceAll('127.0.0.1:24620', `127.0.0.1:${installation.configPort}`);
}

/** Returns true if the command sets a variable or defines a function, which later commands need. */
export function isDefinition(command: string): boolean {
  return /^[A-Z]+=|^\w+\(\) \{/.test(command);
}

/** Starts bash with a script. `env`: additional environment variables. */
export type StartShell = (script: string, env: Record<string, string>) => Promise<StartedProcess>;

/** Runs a command with bash in the project's folder, after the definitions. */
export async function runSessionCommand(
  command: string,
  definitions: readonly string[],
  installation: Installation,
): Promise<SessionCommandOutcome> {
  const startShell: StartShell = (script, env) =>
    startProcess('bash', ['-c', script], { cwd: projectFolder, env: { ...installation.env, ...env } });
  return runWithShell(command, definitions, installation.dataFolder, startShell);
}

/** Runs a command after the definitions. `folder`: folder for the standard error of the command. */
export async function runWithShell(
  command: string,
  definitions: readonly string[],
  folder: string,
  startShell: StartShell,
): Promise<SessionCommandOutcome> {
  const errors = join(folder, 'stderr-of-the-reader');
  const shell = await startShell([...definitions, 'exec 2> "$ERRORS"', command].join('\n'), {
    ERRORS: errors,
  });
  const { code } = await shell.exited;
  return { exitCode: code, stdout: shell.output(), stderr: await readFile(errors, 'utf8') };
}
