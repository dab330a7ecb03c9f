// Parses the arguments of `holdfast user`. Does not read the users file.
import { parseCommandArguments, UsageError } from '@holdfast/cli-kit';

export interface AddUserCommand {
  readonly command: 'user';
  readonly action: 'add';
  readonly name: string;
  readonly roles: readonly string[];
  readonly file: string;
  readonly replace: boolean;
  readonly passwordFile?: string;
}

/** Disables or enables a user, or ends the user's sessions. Either `name` or `subject` is set. */
export interface AccessCommand {
  readonly command: 'user';
  readonly action: 'disable' | 'enable' | 'end-sessions';
  readonly name?: string;
  /** Identifier of a user at the OpenID Connect provider. */
  readonly subject?: string;
  readonly file: string;
}

export type UserCommand =
  | AddUserCommand
  | { readonly command: 'user'; readonly action: 'remove'; readonly name: string; readonly file: string }
  | { readonly command: 'user'; readonly action: 'list'; readonly file: string }
  | AccessCommand
  | { readonly command: 'user'; readonly action: 'hash'; readonly passwordFile?: string };

const options = {
  role: { type: 'string', multiple: true, default: [] as string[] },
  file: { type: 'string' },
  'password-file': { type: 'string' },
  subject: { type: 'string' },
  replace: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Options of each action, without --help. */
const takes: Readonly<Record<string, readonly string[]>> = {
  add: ['role', 'file', 'password-file', 'replace'],
  remove: ['file'],
  disable: ['file', 'subject'],
  enable: ['file', 'subject'],
  'end-sessions': ['file', 'subject'],
  list: ['file'],
  hash: ['password-file'],
};

/**
 * Parses the arguments. Returns undefined if the user requests help. `usersFile` is the default of --file. Throws
 * `UsageError`.
 */
export function parseUser(words: readonly string[], usersFile?: string): UserCommand | undefined {
  const [action = '', ...rest] = words;
  if (['', 'help', '--help', '-h'].includes(action)) return undefined;
  if (!Object.hasOwn(takes, action)) {
    throw new UsageError(`Unknown command 'user ${action}'. './holdfast user --help' lists the commands.`);
  }
  const { values, positionals } = parseCommandArguments(rest, options);
  if (values.help) return undefined;
  for (const name of Object.keys(values)) refuseStray(action, name, values[name as keyof typeof values]);
  const command = { command: 'user' as const };
  const passwordFile = values['password-file'];
  const password = passwordFile === undefined ? {} : { passwordFile };
  switch (action) {
    case 'add': {
      const name = requireOneName(positionals);
      const file = requireFile(values.file ?? usersFile);
      return { ...command, action, name, roles: values.role, file, replace: values.replace, ...password };
    }
    case 'remove':
      return {
        ...command,
        action,
        name: requireOneName(positionals),
        file: requireFile(values.file ?? usersFile),
      };
    case 'disable':
    case 'enable':
    case 'end-sessions': {
      const user = requireNameOrSubject(positionals, values.subject);
      return { ...command, action, ...user, file: requireFile(values.file ?? usersFile) };
    }
    case 'list':
      refuseNames(positionals);
      return { ...command, action, file: requireFile(values.file ?? usersFile) };
    default:
      refuseNames(positionals);
      return { ...command, action: 'hash', ...password };
  }
}

function refuseStray(action: string, name: string, value: unknown): void {
  const isGiven = Array.isArray(value) ? value.length > 0 : value !== false;
  if (isGiven && !takes[action]!.includes(name))
    throw new UsageError(`'user ${action}' has no option --${name}.`);
}

function requireOneName(names: readonly string[]): string {
  const [name] = names;
  if (name === undefined || names.length > 1) throw new UsageError('Specify one user name.');
  return name;
}

function requireNameOrSubject(names: readonly string[], subject: string | undefined) {
  if (subject === undefined) return { name: requireOneName(names) };
  if (names.length > 0) throw new UsageError('Use either a user name or --subject, not both.');
  return { subject };
}

function refuseNames(names: readonly string[]): void {
  if (names.length > 0)
    throw new UsageError(`Unexpected argument '${names[0]}': this command takes no user name.`);
}

function requireFile(file: string | undefined): string {
  if (file) return file;
  throw new UsageError('Specify the users file with --file, or set USERS_FILE.');
}
