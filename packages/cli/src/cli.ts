// Parses the command line arguments and runs the command.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitCodes, findSources, type InputSource, parseServiceUrl, UsageError } from '@holdfast/cli-kit';
import { createConfigClient, createRepositoryClient } from '@holdfast/client';
import { isHttpAddress, type MigrateRepositoryCommand } from '@holdfast/migrate-laaws/arguments';
import { parseCommand } from './arguments.ts';
import { AUS_HELP } from './aus/help.ts';
import type { BackupCommand, RestoreCommand } from './backup/backup-arguments.ts';
import { BACKUP_HELP, RESTORE_HELP } from './backup/help.ts';
import { BRIDGE_HELP } from './bridge/help.ts';
import type { ConfigCommand } from './config/config-arguments.ts';
import { chooseAddress, connectConfig, makeClientSettings, type Terminal } from './connect.ts';
import { DOCTOR_HELP } from './doctor/help.ts';
import type { CliEnvironment } from './env.ts';
import type { ExportCommand } from './export/export-arguments.ts';
import {
  CONFIG_HELP,
  EXPORT_HELP,
  GENERAL_HELP,
  IMPORT_HELP,
  TDB_HELP,
  TOKEN_HELP,
  USER_HELP,
} from './help.ts';
import { findArchiveFiles } from './import/archive-files.ts';
import type { ImportCommand } from './import/import-arguments.ts';
import { runImport } from './import/import-command.ts';
import { openImportProgress } from './import/import-progress.ts';
import { MIGRATE_HELP, MIRROR_HELP } from './migrate-help.ts';
import type { TdbCommand } from './tdb/tdb-arguments.ts';
import { UPGRADE_HELP, type UpgradeCommand } from './upgrade/upgrade-arguments.ts';

/** Returns the exit code. `signal` aborts when the user interrupts the command. */
export async function runCli(
  terminal: Terminal,
  environment: CliEnvironment,
  words: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  try {
    const parsed = parseCommand(words, environment.usersFile);
    switch (parsed.command) {
      case 'help':
        terminal.output.write(helpAbout[parsed.about ?? 'everything']);
        return exitCodes.fine;
      case 'version':
        terminal.output.write(`holdfast ${readPackageVersion()}\n`);
        return exitCodes.fine;
      case 'import':
        return await importFiles(terminal, environment, parsed, signal);
      case 'export':
        return await exportFile(terminal, environment, parsed, signal);
      case 'user':
        return await (await import('./users-at-terminal.ts')).runUsersAtTerminal(
          terminal,
          environment,
          parsed,
        );
      case 'token':
        return await (await import('./users-at-terminal.ts')).runTokensAtTerminal(
          terminal,
          environment,
          parsed,
        );
      case 'keep':
        return await (await import('./keep/keep-command.ts')).runKeepProgram(
          requireClone(environment),
          parsed,
          signal,
        );
      case 'bridge':
        return await (await import('./bridge/bridge-command.ts')).runBridgeProgram(
          requireClone(environment),
          parsed,
          signal,
        );
      case 'config':
        return await runConfigCommand(terminal, environment, parsed, signal);
      case 'aus':
        return await (await import('./aus-at-terminal.ts')).runAusAtTerminal(
          terminal,
          environment,
          parsed,
          signal,
        );
      case 'migrate config':
        return await (await import('./migrate-config-at-terminal.ts')).migrateConfig(
          terminal,
          environment,
          parsed,
          signal,
        );
      case 'migrate repository':
        return await migrateRepository(terminal, environment, parsed, signal);
      case 'tdb':
        return await runTitlesCommand(terminal, parsed, signal);
      case 'backup':
      case 'restore':
        return await runBackupOrRestore(terminal, environment, parsed, signal);
      case 'doctor':
        return await (await import('./doctor/doctor-command.ts')).runDoctorProgram(
          terminal,
          requireClone(environment),
          parsed,
          signal,
        );
      case 'upgrade-database':
        return await runUpgrade(terminal, environment, parsed, signal);
    }
  } catch (error) {
    if (signal.aborted || (error instanceof Error && error.name === 'AbortError'))
      return exitCodes.interrupted;
    if (!(error instanceof UsageError)) throw error;
    terminal.errorOutput.write(`${error.message}\n`);
    return exitCodes.usage;
  }
}

async function importFiles(
  { input, output, errorOutput }: Terminal,
  environment: CliEnvironment,
  command: ImportCommand,
  signal: AbortSignal,
): Promise<number> {
  const { names, found, others } = findArchiveFiles(command.files);
  const files = findSources(names, input);
  const { local, stateFolder } = environment;
  const running = local.running?.urls['repository-service'];
  const url = chooseAddress(local, command.url ?? environment.url ?? running, local.port);
  const { namespace, auid, excludeStatusPattern } = command;
  const target = { origin: url.origin, namespace, auid, excludeStatusPattern };
  const isRemembered = found.size > 0 && !command.again && stateFolder !== undefined;
  const ledger = isRemembered ? openImportProgress(join(stateFolder, 'imports'), target) : undefined;
  const ledgerOf = ({ name }: InputSource) => (found.has(name) ? ledger : undefined);
  const client = createRepositoryClient(
    await makeClientSettings({ input, errorOutput }, environment, command, url),
  );
  try {
    const tools = { nowMs: () => performance.now(), timeMs: Date.now, output, errorOutput };
    const what = { sources: files, ledgerOf, others };
    return await runImport(tools, { client, origin: url.origin }, what, command, signal);
  } finally {
    client.close();
  }
}

async function exportFile(
  terminal: Terminal,
  environment: CliEnvironment,
  command: ExportCommand,
  signal: AbortSignal,
): Promise<number> {
  const { runExport } = await import('./export/export-command.ts');
  const { output, errorOutput } = terminal;
  const { local } = environment;
  const url = chooseAddress(
    local,
    command.url ?? environment.url ?? local.running?.urls['repository-service'],
    local.port,
  );
  const repository = createRepositoryClient(await makeClientSettings(terminal, environment, command, url));
  const config = command.withConfiguration ? await connectConfig(terminal, environment, command) : undefined;
  try {
    const tools = {
      nowMs: () => performance.now(),
      now: () => new Date(),
      software: `holdfast ${readPackageVersion()}`,
      output,
      errorOutput,
    };
    const services = { repository: { client: repository, origin: url.origin }, config };
    return await runExport(tools, services, command, signal);
  } finally {
    repository.close();
    config?.client.close();
  }
}

async function runConfigCommand(
  terminal: Terminal,
  environment: CliEnvironment,
  command: ConfigCommand,
  signal: AbortSignal,
): Promise<number> {
  const { runConfig } = await import('./config/config-command.ts');
  const { input, output, errorOutput } = terminal;
  const { local } = environment;
  const running = local.running?.urls['config-service'];
  const url = chooseAddress(local, command.url ?? environment.configUrl ?? running, local.configPort);
  const client = createConfigClient(await makeClientSettings(terminal, environment, command, url));
  const service = { client, origin: url.origin };
  const source = (file: string) => findSources([file], input)[0]!;
  try {
    return await runConfig({ output, errorOutput, randomId: randomUUID, source }, service, command, signal);
  } finally {
    client.close();
  }
}

async function migrateRepository(
  terminal: Terminal,
  environment: CliEnvironment,
  command: MigrateRepositoryCommand,
  signal: AbortSignal,
): Promise<number> {
  const { openNode, runMigrateRepository } = await import('@holdfast/migrate-laaws');
  const { output, errorOutput } = terminal;
  const { local, stateFolder = local.dataFolder } = environment;
  const running = local.running?.urls['repository-service'];
  const url = chooseAddress(local, command.url ?? environment.url ?? running, local.port);
  const [from] = command.from;
  const source = isHttpAddress(from!) ? openNode(parseServiceUrl(from!), command, signal) : undefined;
  const client = createRepositoryClient(await makeClientSettings(terminal, environment, command, url));
  const tools = {
    nowMs: () => performance.now(),
    now: () => new Date(),
    output,
    errorOutput,
    stateFolder: join(stateFolder, 'migrations'),
  };
  try {
    return await runMigrateRepository(tools, { client, origin: url.origin }, source, command, signal);
  } finally {
    client.close();
    source?.client.close();
  }
}

async function runTitlesCommand(
  { input, output, errorOutput }: Terminal,
  command: TdbCommand,
  signal: AbortSignal,
): Promise<number> {
  const { runTdb } = await import('./tdb/tdb-command.ts');
  return runTdb({ input, output, errorOutput, nowMs: () => performance.now() }, command, signal);
}

async function runBackupOrRestore(
  { output, errorOutput }: Terminal,
  environment: CliEnvironment,
  command: BackupCommand | RestoreCommand,
  signal: AbortSignal,
): Promise<number> {
  const keep = requireClone(environment);
  const tools = { nowMs: () => performance.now(), timeMs: Date.now, output, errorOutput };
  if (command.command === 'backup') {
    const { runBackup } = await import('./backup/backup-command.ts');
    return runBackup(tools, keep, command, signal);
  }
  const { runRestore } = await import('./backup/restore-command.ts');
  return runRestore(tools, keep, command, signal);
}

async function runUpgrade(
  { output }: Terminal,
  environment: CliEnvironment,
  { data }: UpgradeCommand,
  signal: AbortSignal,
): Promise<number> {
  const keep = requireClone(environment);
  const { upgradeDatabase } = await import('./upgrade/upgrade-command.ts');
  const { fetchPostgres } = await import('./upgrade/fetch-postgres.ts');
  const { loadServiceParts } = await import('./backup/service-parts.ts');
  const parts = await loadServiceParts(keep.projectFolder);
  const say = (words: string) => void output.write(`${words}\n`);
  const folder = data ?? environment.local.dataFolder;
  await upgradeDatabase({ folder, parts, say, fetch: fetchPostgres }, signal);
  return exitCodes.fine;
}

function requireClone({ keep }: CliEnvironment) {
  if (keep) return keep;
  throw new UsageError('This command works only in a clone of Holdfast.');
}

const helpAbout = {
  everything: GENERAL_HELP,
  import: IMPORT_HELP,
  export: EXPORT_HELP,
  token: TOKEN_HELP,
  user: USER_HELP,
  config: CONFIG_HELP,
  aus: AUS_HELP,
  tdb: TDB_HELP,
  backup: BACKUP_HELP,
  restore: RESTORE_HELP,
  migrate: MIGRATE_HELP,
  mirror: MIRROR_HELP,
  bridge: BRIDGE_HELP,
  doctor: DOCTOR_HELP,
  'upgrade-database': UPGRADE_HELP,
};

function readPackageVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
