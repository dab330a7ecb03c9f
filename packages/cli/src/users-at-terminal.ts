// Runs `holdfast user` and `holdfast token` on the users file of the node in this clone.
import { exitCodes } from '@holdfast/cli-kit';
import { createPasswordPrompt, type Terminal } from './connect.ts';
import type { CliEnvironment } from './env.ts';
import type { TokenCommand } from './users/token-arguments.ts';
import type { UserCommand } from './users/user-arguments.ts';

export async function runUsersAtTerminal(
  terminal: Terminal,
  { local, hash }: CliEnvironment,
  command: UserCommand,
): Promise<number> {
  const { runUser } = await import('./users/user-command.ts');
  const { input, output } = terminal;
  const { dataFolder, running } = local;
  const node = running && { dataFolder, usersFile: running.usersFile };
  await runUser({ input, output, ask: createPasswordPrompt(terminal), node, hash }, command);
  return exitCodes.fine;
}

export async function runTokensAtTerminal(
  { output, errorOutput }: Terminal,
  { local, administrator = 'admin' }: CliEnvironment,
  command: TokenCommand,
): Promise<number> {
  const { runToken } = await import('./users/token-command.ts');
  const node = local.running && { dataFolder: local.dataFolder, usersFile: local.running.usersFile };
  await runToken({ output, errorOutput, node, administrator, nowMs: Date.now }, command);
  return exitCodes.fine;
}
