// Reads the pages below docs/runbooks and runs the commands in their code blocks unchanged.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProcess } from '@holdfast/testkit';

export const runbooksProjectFolder = fileURLToPath(new URL('../../..', import.meta.url));
const folder = join(runbooksProjectFolder, 'docs/runbooks');

export const runbookPages: string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .sort();

/**
 * Kind of a code block. `sh` blocks run in the tests, `dump` blocks run with PostgreSQL's tools, and `cluster` blocks
 * run with an API server. `cluster` and `docker` blocks also contain commands that need containers; commands.ts lists
 * these commands.
 */
export type BlockKind = 'sh' | 'dump' | 'cluster' | 'docker';

export interface RunbookBlock {
  kind: BlockKind;
  commands: string[];
}

export function extractBlocks(page: string): RunbookBlock[] {
  const text = readFileSync(join(folder, page), 'utf8');
  return [...text.matchAll(/^```sh ?(\w*)\n(.*?)^```$/gms)].map(([, kind, body]) => ({
    kind: (kind || 'sh') as BlockKind,
    commands: body!.split('\n').filter(Boolean),
  }));
}

export function extractBlockCommands(page: string, ...kinds: BlockKind[]): string[] {
  return extractBlocks(page)
    .filter(({ kind }) => kinds.includes(kind))
    .flatMap(({ commands }) => commands);
}

/** Returns the first command of a page that starts with `beginning`. Throws if no command does. */
export function findRunbookCommand(page: string, beginning: string): string {
  const found = extractBlockCommands(page, 'sh', 'dump').filter((command) => command.startsWith(beginning));
  if (found.length === 0) throw new Error(`${page} has no command '${beginning}…'`);
  return found[0]!;
}

/** Runs a command and returns its output. Rejects if the command fails. */
export async function runRunbookCommand(
  command: string,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const shell = await startProcess('bash', ['-c', command], { cwd: runbooksProjectFolder, env });
  const { code } = await shell.exited;
  if (code !== 0) throw new Error(`${command}\nended with ${code}:\n${shell.output()}`);
  return shell.output();
}
