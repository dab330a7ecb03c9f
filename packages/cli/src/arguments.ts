// Parses the command line arguments. Reads neither the environment nor files.

import { UsageError } from '@holdfast/cli-kit';
import {
  type MigrateConfigCommand,
  type MigrateRepositoryCommand,
  parseMigrate,
  parseMirror,
} from '@holdfast/migrate-laaws/arguments';
import { type AusCommand, parseAus } from './aus/aus-arguments.ts';
import {
  type BackupCommand,
  parseBackup,
  parseRestore,
  type RestoreCommand,
} from './backup/backup-arguments.ts';
import { type BridgeCommand, parseBridge } from './bridge/bridge-arguments.ts';
import { type ConfigCommand, parseConfig } from './config/config-arguments.ts';
import { type DoctorCommand, parseDoctor } from './doctor/doctor-arguments.ts';
import { type ExportCommand, parseExport } from './export/export-arguments.ts';
import { type ImportCommand, parseImport } from './import/import-arguments.ts';
import { type KeepCommand, parseKeep } from './keep/keep-arguments.ts';
import { parseTdbCommand, type TdbCommand } from './tdb/tdb-arguments.ts';
import { parseUpgrade, type UpgradeCommand } from './upgrade/upgrade-arguments.ts';
import { parseToken, type TokenCommand } from './users/token-arguments.ts';
import { parseUser, type UserCommand } from './users/user-arguments.ts';

export type ParsedCommand =
  | ImportCommand
  | ExportCommand
  | TokenCommand
  | UserCommand
  | KeepCommand
  | ConfigCommand
  | AusCommand
  | TdbCommand
  | BridgeCommand
  | BackupCommand
  | RestoreCommand
  | UpgradeCommand
  | DoctorCommand
  | MigrateConfigCommand
  | MigrateRepositoryCommand
  | { readonly command: 'help'; readonly about?: HelpTopic }
  | { readonly command: 'version' };

/** Commands whose help text this program prints. The service programs print the help text of `keep`. */
export type HelpTopic =
  | 'import'
  | 'export'
  | 'token'
  | 'user'
  | 'config'
  | 'aus'
  | 'tdb'
  | 'backup'
  | 'restore'
  | 'migrate'
  | 'mirror'
  | 'bridge'
  | 'doctor'
  | 'upgrade-database';

/**
 * Parses the arguments after the program's name. `usersFile` is the default for commands that use a users file. Throws
 * `UsageError`.
 */
export function parseCommand(words: readonly string[], usersFile?: string): ParsedCommand {
  const [command, ...rest] = words;
  if (command === undefined || command === '--help' || command === '-h') return { command: 'help' };
  if (command === '--version') return { command: 'version' };
  if (command === 'help') return parseHelp(rest[0]);
  if (command === 'import') return parseImport(rest) ?? { command: 'help', about: 'import' };
  if (command === 'export') return parseExport(rest) ?? { command: 'help', about: 'export' };
  if (command === 'user') return parseUser(rest, usersFile) ?? { command: 'help', about: 'user' };
  if (command === 'token') return parseToken(rest, usersFile) ?? { command: 'help', about: 'token' };
  if (command === 'keep' && rest[0] === 'mirror')
    return parseMirror(rest.slice(1)) ?? { command: 'help', about: 'mirror' };
  if (command === 'keep') return parseKeep(rest);
  if (command === 'bridge') return parseBridge(rest) ?? { command: 'help', about: 'bridge' };
  if (command === 'config') return parseConfig(rest) ?? { command: 'help', about: 'config' };
  if (command === 'aus') return parseAus(rest) ?? { command: 'help', about: 'aus' };
  if (command === 'tdb') return parseTdbCommand(rest) ?? { command: 'help', about: 'tdb' };
  if (command === 'migrate') return parseMigrate(rest) ?? { command: 'help', about: 'migrate' };
  if (command === 'backup') return parseBackup(rest) ?? { command: 'help', about: 'backup' };
  if (command === 'restore') return parseRestore(rest) ?? { command: 'help', about: 'restore' };
  if (command === 'doctor') return parseDoctor(rest) ?? { command: 'help', about: 'doctor' };
  if (command === 'upgrade-database')
    return parseUpgrade(rest) ?? { command: 'help', about: 'upgrade-database' };
  throw new UsageError(`Unknown command '${command}'. './holdfast --help' lists the commands.`);
}

function parseHelp(command: string | undefined): ParsedCommand {
  if (command === undefined) return { command: 'help' };
  if (command === 'keep') return { command: 'keep', words: ['help'] };
  const about = topics.find((topic) => topic === command);
  if (about !== undefined) return { command: 'help', about };
  throw new UsageError(`Unknown command '${command}'. './holdfast --help' lists the commands.`);
}

const topics: readonly HelpTopic[] = [
  'import',
  'export',
  'token',
  'user',
  'config',
  'aus',
  'tdb',
  'backup',
  'restore',
  'migrate',
  'bridge',
  'doctor',
  'upgrade-database',
];
