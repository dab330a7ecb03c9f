// Parses the arguments of `holdfast token`. Does not read the users file.
import { parseCommandArguments, UsageError } from '@holdfast/cli-kit';

export interface AddTokenCommand {
  readonly command: 'token';
  readonly action: 'add';
  readonly name: string;
  readonly owner: string;
  readonly roles: readonly string[];
  /** Namespaces in which the token is valid. Undefined: all namespaces. */
  readonly namespaces: readonly string[] | undefined;
  readonly days: number;
  readonly file: string;
}
export type TokenCommand =
  | AddTokenCommand
  | { readonly command: 'token'; readonly action: 'revoke'; readonly id: string; readonly file: string }
  | { readonly command: 'token'; readonly action: 'list'; readonly file: string };

const options = {
  owner: { type: 'string' },
  role: { type: 'string', multiple: true, default: [] as string[] },
  namespace: { type: 'string', multiple: true, default: [] as string[] },
  days: { type: 'string' },
  file: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const MAX_DAYS = 3_650;
const DEFAULT_DAYS = 90;

/**
 * Parses the arguments. Returns undefined if the user requests help. `usersFile` is the default of --file. Throws
 * `UsageError`.
 */
export function parseToken(words: readonly string[], usersFile?: string): TokenCommand | undefined {
  const [action = '', ...rest] = words;
  if (['', 'help', '--help', '-h'].includes(action)) return undefined;
  if (!['add', 'list', 'revoke'].includes(action))
    throw new UsageError(`Unknown command 'token ${action}'. './holdfast token --help' lists the commands.`);
  const { values, positionals } = parseCommandArguments(rest, options);
  if (values.help) return undefined;
  const file = values.file ?? usersFile;
  if (!file) throw new UsageError('Specify the users file with --file, or set USERS_FILE.');
  const command = 'token';
  const isAdding = action === 'add';
  const ofAdd = values.owner ?? values.days ?? values.role[0] ?? values.namespace[0];
  if (!isAdding && ofAdd !== undefined)
    throw new UsageError(`'token ${action}' accepts only the option --file.`);
  if (action === 'list') {
    if (positionals.length > 0) throw new UsageError(`Unexpected argument '${positionals[0]}'.`);
    return { command, action, file };
  }
  const [word, ...others] = positionals;
  if (word === undefined || others.length > 0)
    throw new UsageError(isAdding ? 'Specify one token name.' : 'Specify one token ID.');
  if (action === 'revoke') return { command, action, id: word, file };
  if (values.owner === undefined)
    throw new UsageError('Specify with --owner the user that the token acts for.');
  const { owner, role: roles, namespace } = values;
  const namespaces = namespace.length === 0 ? undefined : namespace;
  return { command, action: 'add', name: word, owner, roles, namespaces, days: parseDays(values.days), file };
}

function parseDays(text: string | undefined): number {
  if (text === undefined) return DEFAULT_DAYS;
  const days = Number(text);
  if (!/^\d{1,4}$/.test(text) || days < 1 || days > MAX_DAYS)
    throw new UsageError(`--days must be a number from 1 to ${MAX_DAYS}, not '${text}'.`);
  return days;
}
