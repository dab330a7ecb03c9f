// Runs `holdfast migrate config` at a terminal: opens the source (a node or a file) and the target service.
import { findSources, parseServiceUrl } from '@holdfast/cli-kit';
import { type MigrationSource, openConfigNode, runMigrateConfig } from '@holdfast/migrate-laaws';
import { isHttpAddress, type MigrateConfigCommand } from '@holdfast/migrate-laaws/arguments';
import { connectConfig, type Terminal } from './connect.ts';
import type { CliEnvironment } from './env.ts';

/** Returns the exit code. Throws `UsageError`. */
export async function migrateConfig(
  terminal: Terminal,
  environment: CliEnvironment,
  command: MigrateConfigCommand,
  signal: AbortSignal,
): Promise<number> {
  const { input, output, errorOutput } = terminal;
  const from: MigrationSource = isHttpAddress(command.from)
    ? openConfigNode(parseServiceUrl(command.from), command, signal)
    : { file: findSources([command.from], input)[0]! };
  const service = await connectConfig(terminal, environment, { ...command, configUrl: command.url });
  const tools = { output, errorOutput, nowMs: () => performance.now() };
  try {
    return await runMigrateConfig(tools, service, from, command, signal);
  } finally {
    service.client.close();
  }
}
