// `holdfast migrate config` at a terminal: the service that it is for, and the node or the file that it takes from.
import { readFileSync } from 'node:fs';
import { configClient } from '@holdfast/client';
import { configOf, type Terminal } from './connect.ts';
import type { CliEnvironment } from './env.ts';
import type { MigrateConfigCommand } from './migrate/config/config-arguments.ts';
import { stateOfNode } from './migrate/config/from-node.ts';
import { type From, runMigrateConfig } from './migrate/config/migrate-config.ts';
import { isAddress } from './migrate/migrate-arguments.ts';
import { serviceUrl } from './service/service.ts';
import { sources } from './service/source.ts';
import { systemCode, UsageError } from './terminal/usage-error.ts';

/** Resolves to the exit code. Throws `UsageError`. */
export async function migrateConfig(
  terminal: Terminal,
  environment: CliEnvironment,
  command: MigrateConfigCommand,
  signal: AbortSignal,
): Promise<number> {
  const { input, output, errorOutput } = terminal;
  const from: From = isAddress(command.from)
    ? nodeAt(serviceUrl(command.from), command, signal)
    : { file: sources([command.from], input)[0]! };
  const service = await configOf(terminal, environment, { ...command, configUrl: command.url });
  const tools = { output, errorOutput, nowMs: () => performance.now() };
  try {
    return await runMigrateConfig(tools, service, from, command, signal);
  } finally {
    service.client.close();
  }
}

function nodeAt(
  url: URL,
  { fromUser = '', fromPasswordFile }: MigrateConfigCommand,
  signal: AbortSignal,
): From {
  const password = fromPasswordFile === undefined ? '' : passwordIn(fromPasswordFile);
  return { node: stateOfNode(configClient({ url, user: fromUser, password }), signal), origin: url.origin };
}

function passwordIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new UsageError(`The file of --from-password-file, ${file}, cannot be read (${systemCode(error)}).`);
  }
}
