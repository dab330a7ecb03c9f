// Parses the arguments of `holdfast config`. Does not read the files in the arguments.
import { parseCommandArguments, UsageError } from '@holdfast/cli-kit';

interface ConfigConnectionOptions {
  readonly command: 'config';
  readonly url?: string;
  readonly user?: string;
  readonly passwordFile?: string;
}
export interface GetCommand extends ConfigConnectionOptions {
  readonly action: 'get';
  /** Section name, or URL of a configuration source. */
  readonly name: string;
  readonly output?: string;
}
export interface PutCommand extends ConfigConnectionOptions {
  readonly action: 'put';
  readonly section: string;
  readonly file: string;
  /** Precondition header (`If-Match` or `If-None-Match`). Undefined replaces the file unconditionally. */
  readonly condition?: { readonly 'If-Match': string } | { readonly 'If-None-Match': string };
}
export interface ReloadCommand extends ConfigConnectionOptions {
  readonly action: 'reload';
  readonly wait: boolean;
}
export interface ShowCommand extends ConfigConnectionOptions {
  readonly action: 'show';
  /** Key of a parameter, or a key prefix if it ends with a full stop. Undefined selects all parameters. */
  readonly key?: string;
}
export type ConfigCommand = GetCommand | PutCommand | ReloadCommand | ShowCommand;

const options = {
  output: { type: 'string', short: 'o' },
  'if-match': { type: 'string' },
  'create-only': { type: 'boolean', default: false },
  wait: { type: 'boolean', default: false },
  url: { type: 'string' },
  user: { type: 'string' },
  'password-file': { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Options of each action, without the connection options that all actions share. */
const takes: Readonly<Record<string, readonly string[]>> = {
  get: ['output'],
  put: ['if-match', 'create-only'],
  reload: ['wait'],
  show: [],
};
const access = ['url', 'user', 'password-file', 'help'];

/** Parses the arguments. Returns undefined if the user requests help. Throws `UsageError`. */
export function parseConfig(words: readonly string[]): ConfigCommand | undefined {
  const [action = '', ...rest] = words;
  if (['', 'help', '--help', '-h'].includes(action)) return undefined;
  if (!Object.hasOwn(takes, action)) {
    throw new UsageError(
      `Unknown command 'config ${action}'. './holdfast config --help' lists the commands.`,
    );
  }
  const { values, positionals } = parseCommandArguments(rest, options);
  if (values.help) return undefined;
  for (const [name, value] of Object.entries(values)) {
    if (value === false || access.includes(name) || takes[action]!.includes(name)) continue;
    throw new UsageError(`'config ${action}' has no option --${name}.`);
  }
  const common = {
    command: 'config' as const,
    ...(values.url === undefined ? {} : { url: values.url }),
    ...(values.user === undefined ? {} : { user: values.user }),
    ...(values['password-file'] === undefined ? {} : { passwordFile: values['password-file'] }),
  };
  if (action === 'get') {
    const [name] = requireExactly(positionals, ['Specify a section, or the URL of a source.']);
    return {
      ...common,
      action,
      name: name!,
      ...(values.output === undefined ? {} : { output: values.output }),
    };
  }
  if (action === 'put') {
    const [section, file] = requireExactly(positionals, [
      'Specify a section.',
      'Specify the file to store, or - for standard input.',
    ]);
    const condition = parsePutCondition(values['if-match'], values['create-only']);
    return {
      ...common,
      action,
      section: section!,
      file: file!,
      ...(condition === undefined ? {} : { condition }),
    };
  }
  if (action === 'show') {
    const [key, ...more] = positionals;
    if (more.length > 0) throw new UsageError(`Unexpected argument '${more[0]}'.`);
    return { ...common, action, ...(key === undefined ? {} : { key }) };
  }
  requireExactly(positionals, []);
  return { ...common, action: 'reload', wait: values.wait };
}

/** Checks the number of arguments. `questions` contains the error messages for missing arguments, by position. */
function requireExactly(words: readonly string[], questions: readonly string[]): readonly string[] {
  // Rejects `.`, `..` and the empty string, because a URL path cannot contain them as a segment.
  const named = words.findIndex((word) => ['', '.', '..'].includes(word));
  const missing = questions[named === 0 ? 0 : words.length];
  if (missing !== undefined) throw new UsageError(missing);
  if (words.length > questions.length)
    throw new UsageError(`Unexpected argument '${words[questions.length]}'.`);
  return words;
}

/** Adds missing quotes to an entity tag, because shells remove them. */
function parsePutCondition(tag: string | undefined, createOnly: boolean): PutCommand['condition'] {
  if (tag !== undefined && createOnly) throw new UsageError('Use --if-match or --create-only, not both.');
  if (createOnly) return { 'If-None-Match': '*' };
  if (tag === undefined) return undefined;
  if (tag === '' || /[\p{Cc}]/u.test(tag)) throw new UsageError('--if-match needs an entity tag.');
  return { 'If-Match': tag === '*' || tag.startsWith('"') || tag.startsWith('W/') ? tag : `"${tag}"` };
}
