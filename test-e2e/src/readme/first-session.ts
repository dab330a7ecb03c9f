// Runs the commands of the README's first session as a reader types them, in one shell.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startProcess } from '@holdfast/testkit';
import { type Installation, projectFolder } from './installation.ts';

export interface Outcome {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

/** Returns the first command, which starts everything, and the commands typed in the other terminal. */
export function readPrintedSession(): { start: string; commands: string[] } {
  const [start = '', ...commands] = printedCommands();
  return { start, commands };
}

/** Returns the variables set before `npm start`. */
export function readSessionSettings(start: string): Record<string, string> {
  const [, assignments] = /^((?:[A-Z_]+=\S+ )*)npm start$/.exec(start) ?? [];
  if (assignments === undefined) throw new Error(`starts nothing: ${start}`);
  return Object.fromEntries(assignments.split(' ').filter(Boolean).map(assignment));
}

function assignment(text: string): [name: string, value: string] {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Returns every line of its shell blocks. */
function printedCommands(): string[] {
  const readme = readFileSync(join(projectFolder, 'README.md'), 'utf8');
  const session = readme.slice(
    readme.indexOf('\n## A first session\n'),
    readme.indexOf('\n## Documentation\n'),
  );
  const blocks = [...session.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block!);
  return blocks.join('').split('\n').filter(Boolean);
}

/** Replaces the addresses and the data folder with the values of this installation. */
export function adaptToInstallation(command: string, installation: Installation): string {
  return command
    .replaceAll('data/admin-password', join(installation.dataFolder, 'admin-password'))
    .replaceAll('127.0.0.1:24610', `127.0.0.1:${installation.repositoryPort}`)
    .replaceAll('127.0.0.1:24620', `127.0.0.1:${installation.configPort}`);
}

/** Returns true if later commands need this one: it sets a variable or defines a function. */
export function isDefinition(command: string): boolean {
  return /^[A-Z]+=|^\w+\(\) \{/.test(command);
}

/** Runs a command with bash in the project's folder, after the given definitions. */
export async function runSessionCommand(
  command: string,
  definitions: readonly string[],
  installation: Installation,
): Promise<Outcome> {
  const errors = join(installation.dataFolder, 'stderr-of-the-reader');
  const script = [...definitions, 'exec 2> "$ERRORS"', command];
  const shell = await startProcess('bash', ['-c', script.join('\n')], {
    cwd: projectFolder,
    env: { ...installation.env, ERRORS: errors },
  });
  const { code } = await shell.exited;
  return { exitCode: code, stdout: shell.output(), stderr: await readFile(errors, 'utf8') };
}
