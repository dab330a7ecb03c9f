// `holdfast migrate config` at a terminal: the service that it is for, and the node or the file that it takes from.
import { serviceUrl, sources } from '@holdfast/cli-kit';
import { type From, openConfigNode, runMigrateConfig } from '@holdfast/migrate-laaws';
import { isAddress, type MigrateConfigCommand } from '@holdfast/migrate-laaws/arguments';
import { configOf, type Terminal } from './connect.ts';
import type { CliEnvironment } from './env.ts';

/** Resolves to the exit code. Throws `UsageError`. */
export async function migrateConfig(
  terminal: Terminal,
  environment: CliEnvironment,
  command: MigrateConfigCommand,
  signal: AbortSignal,
): Promise<number> {
  const { input, output, errorOutput } = terminal;
  const from: From = isAddress(command.from)
    ? openConfigNode(serviceUrl(command.from), command, signal)
    : { file: sources([command.from], input)[0]! };
  const service = await configOf(terminal, environment, { ...command, configUrl: command.url });
  const tools = { output, errorOutput, nowMs: () => performance.now() };
  try {
    return await runMigrateConfig(tools, service, from, command, signal);
  } finally {
    service.client.close();
  }
}
