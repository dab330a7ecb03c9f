// What was typed behind `holdfast user` → what is wanted. Reads no file.
import { parsedWords, UsageError } from '@holdfast/cli-kit';

export interface AddUserCommand {
  readonly command: 'user';
  readonly action: 'add';
  readonly name: string;
  readonly roles: readonly string[];
  readonly file: string;
  readonly replace: boolean;
  readonly passwordFile?: string;
}
export type UserCommand =
  | AddUserCommand
  | { readonly command: 'user'; readonly action: 'remove'; readonly name: string; readonly file: string }
  | { readonly command: 'user'; readonly action: 'list'; readonly file: string }
  | { readonly command: 'user'; readonly action: 'hash'; readonly passwordFile?: string };

const options = {
  role: { type: 'string', multiple: true, default: [] as string[] },
  file: { type: 'string' },
  'password-file': { type: 'string' },
  replace: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** What each action takes beside --help. */
const takes: Readonly<Record<string, readonly string[]>> = {
  add: ['role', 'file', 'password-file', 'replace'],
  remove: ['file'],
  list: ['file'],
  hash: ['password-file'],
};

/** Throws `UsageError`; undefined: help is wanted. `usersFile` is taken when no --file was given. */
export function parseUser(words: readonly string[], usersFile?: string): UserCommand | undefined {
  const [action = '', ...rest] = words;
  if (['', 'help', '--help', '-h'].includes(action)) return undefined;
  if (!Object.hasOwn(takes, action)) {
    throw new UsageError(
      `There is no command 'user ${action}'. './holdfast user --help' shows what there is.`,
    );
  }
  const { values, positionals } = parsedWords(rest, options);
  if (values.help) return undefined;
  for (const name of Object.keys(values)) refuseStray(action, name, values[name as keyof typeof values]);
  const command = { command: 'user' as const };
  const passwordFile = values['password-file'];
  const password = passwordFile === undefined ? {} : { passwordFile };
  switch (action) {
    case 'add': {
      const name = onlyName(positionals);
      const file = fileOf(values.file ?? usersFile);
      return { ...command, action, name, roles: values.role, file, replace: values.replace, ...password };
    }
    case 'remove':
      return { ...command, action, name: onlyName(positionals), file: fileOf(values.file ?? usersFile) };
    case 'list':
      noName(positionals);
      return { ...command, action, file: fileOf(values.file ?? usersFile) };
    default:
      noName(positionals);
      return { ...command, action: 'hash', ...password };
  }
}

function refuseStray(action: string, name: string, value: unknown): void {
  const isGiven = Array.isArray(value) ? value.length > 0 : value !== false;
  if (isGiven && !takes[action]!.includes(name)) throw new UsageError(`'user ${action}' takes no --${name}.`);
}

function onlyName(names: readonly string[]): string {
  const [name] = names;
  if (name === undefined || names.length > 1) throw new UsageError('Which user? Give one name.');
  return name;
}

function noName(names: readonly string[]): void {
  if (names.length > 0) throw new UsageError(`'${names[0]}' is too much here: no user is named.`);
}

function fileOf(file: string | undefined): string {
  if (file) return file;
  throw new UsageError('Which users file? Name it with --file, or set USERS_FILE.');
}
