// What was typed → what is wanted. Reads no environment and no file.
import { parseArgs } from 'node:util';
import { type ConfigCommand, parseConfig } from './config/config-arguments.ts';
import { type KeepCommand, parseKeep } from './keep/keep-arguments.ts';
import { parseTdbCommand, type TdbCommand } from './tdb/tdb-arguments.ts';
import { UsageError } from './usage-error.ts';
import { parseUser, type UserCommand } from './users/user-arguments.ts';

export interface ImportCommand {
  readonly command: 'import';
  readonly files: readonly string[];
  readonly auid: string;
  readonly namespace?: string;
  readonly url?: string;
  readonly storeDuplicate: boolean;
  readonly excludeStatusPattern?: string;
  readonly user?: string;
  readonly passwordFile?: string;
  readonly json: boolean;
  readonly quiet: boolean;
}
export type ParsedCommand =
  | ImportCommand
  | UserCommand
  | KeepCommand
  | ConfigCommand
  | TdbCommand
  | { readonly command: 'help'; readonly about?: 'import' | 'user' | 'config' | 'tdb' }
  | { readonly command: 'version' };

/** Throws `UsageError`. `words` are the arguments after the program's name; `usersFile` is the one users are kept in. */
export function parseCommand(words: readonly string[], usersFile?: string): ParsedCommand {
  const [command, ...rest] = words;
  if (command === undefined || command === '--help' || command === '-h') return { command: 'help' };
  if (command === '--version') return { command: 'version' };
  if (command === 'help') return helpAbout(rest[0]);
  if (command === 'import') return parseImport(rest);
  if (command === 'user') return parseUser(rest, usersFile) ?? { command: 'help', about: 'user' };
  if (command === 'keep') return parseKeep(rest);
  if (command === 'config') return parseConfig(rest) ?? { command: 'help', about: 'config' };
  if (command === 'tdb') return parseTdbCommand(rest) ?? { command: 'help', about: 'tdb' };
  throw new UsageError(`There is no command '${command}'. 'holdfast --help' shows what there is.`);
}

function helpAbout(command: string | undefined): ParsedCommand {
  if (command === undefined) return { command: 'help' };
  if (command === 'keep') return { command: 'keep', words: ['help'] };
  if (command === 'import' || command === 'user' || command === 'config' || command === 'tdb') {
    return { command: 'help', about: command };
  }
  throw new UsageError(`There is no command '${command}'. 'holdfast --help' shows what there is.`);
}

const importOptions = {
  auid: { type: 'string' },
  namespace: { type: 'string' },
  url: { type: 'string' },
  'store-duplicate': { type: 'boolean', default: false },
  'exclude-status': { type: 'string' },
  user: { type: 'string' },
  'password-file': { type: 'string' },
  json: { type: 'boolean', default: false },
  quiet: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

function parseImport(words: readonly string[]): ParsedCommand {
  const { values, positionals: files } = parsed(words);
  if (values.help) return { command: 'help', about: 'import' };
  const missing: string[] = [];
  if (files.length === 0) missing.push('Which file? Name at least one WARC file, or - for standard input.');
  if (!values.auid) missing.push('Which Archival Unit? Name it with --auid.');
  if (files.filter((file) => file === '-').length > 1)
    missing.push('Standard input (-) can be read only once.');
  if (missing.length > 0 || !values.auid) throw new UsageError(missing.join('\n'));
  return {
    command: 'import',
    files,
    auid: values.auid,
    storeDuplicate: values['store-duplicate'],
    json: values.json,
    quiet: values.quiet,
    ...given('namespace', values.namespace),
    ...given('url', values.url),
    ...given('excludeStatusPattern', values['exclude-status']),
    ...given('user', values.user),
    ...given('passwordFile', values['password-file']),
  };
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: importOptions, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function given<Name extends string>(name: Name, value: string | undefined): { [name in Name]?: string } {
  return value === undefined ? {} : ({ [name]: value } as { [name in Name]: string });
}
