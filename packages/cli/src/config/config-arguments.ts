// What was typed behind `holdfast config` → what is wanted. Reads no file.
import { parsedWords, UsageError } from '@holdfast/cli-kit';

interface Access {
  readonly command: 'config';
  readonly url?: string;
  readonly user?: string;
  readonly passwordFile?: string;
}
export interface GetCommand extends Access {
  readonly action: 'get';
  /** Name of a section, or the URL of a source. */
  readonly name: string;
  readonly output?: string;
}
export interface PutCommand extends Access {
  readonly action: 'put';
  readonly section: string;
  readonly file: string;
  /** The header that guards the file, if any. */
  readonly condition?: { readonly 'If-Match': string } | { readonly 'If-None-Match': string };
}
export interface ReloadCommand extends Access {
  readonly action: 'reload';
  readonly wait: boolean;
}
export interface ShowCommand extends Access {
  readonly action: 'show';
  /** The key of a parameter, or with a full stop at its end what keys begin with; undefined: all. */
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

/** What each action takes beside how to reach the service. */
const takes: Readonly<Record<string, readonly string[]>> = {
  get: ['output'],
  put: ['if-match', 'create-only'],
  reload: ['wait'],
  show: [],
};
const access = ['url', 'user', 'password-file', 'help'];

/** Throws `UsageError`; undefined: help is wanted. */
export function parseConfig(words: readonly string[]): ConfigCommand | undefined {
  const [action = '', ...rest] = words;
  if (['', 'help', '--help', '-h'].includes(action)) return undefined;
  if (!Object.hasOwn(takes, action)) {
    throw new UsageError(
      `There is no command 'config ${action}'. './holdfast config --help' shows what there is.`,
    );
  }
  const { values, positionals } = parsedWords(rest, options);
  if (values.help) return undefined;
  for (const [name, value] of Object.entries(values)) {
    if (value === false || access.includes(name) || takes[action]!.includes(name)) continue;
    throw new UsageError(`'config ${action}' takes no --${name}.`);
  }
  const common = {
    command: 'config' as const,
    ...(values.url === undefined ? {} : { url: values.url }),
    ...(values.user === undefined ? {} : { user: values.user }),
    ...(values['password-file'] === undefined ? {} : { passwordFile: values['password-file'] }),
  };
  if (action === 'get') {
    const [name] = exactly(positionals, [
      'Which configuration file? Name a section, or the URL of a source.',
    ]);
    return {
      ...common,
      action,
      name: name!,
      ...(values.output === undefined ? {} : { output: values.output }),
    };
  }
  if (action === 'put') {
    const [section, file] = exactly(positionals, [
      'Which configuration file? Name a section.',
      'What is to be stored? Name a file, or - for standard input.',
    ]);
    const condition = conditionOf(values['if-match'], values['create-only']);
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
    if (more.length > 0) throw new UsageError(`'${more[0]}' is too much here.`);
    return { ...common, action, ...(key === undefined ? {} : { key }) };
  }
  exactly(positionals, []);
  return { ...common, action: 'reload', wait: values.wait };
}

/** `questions`: what to say when that word is missing. */
function exactly(words: readonly string[], questions: readonly string[]): readonly string[] {
  // A name that no address can hold cannot be the name of anything.
  const named = words.findIndex((word) => ['', '.', '..'].includes(word));
  const missing = questions[named === 0 ? 0 : words.length];
  if (missing !== undefined) throw new UsageError(missing);
  if (words.length > questions.length) throw new UsageError(`'${words[questions.length]}' is too much here.`);
  return words;
}

/** A tag may be typed without its quotes, which a shell takes away. */
function conditionOf(tag: string | undefined, createOnly: boolean): PutCommand['condition'] {
  if (tag !== undefined && createOnly) throw new UsageError('Give --if-match or --create-only, not both.');
  if (createOnly) return { 'If-None-Match': '*' };
  if (tag === undefined) return undefined;
  if (tag === '' || /[\p{Cc}]/u.test(tag)) throw new UsageError('--if-match needs an entity tag.');
  return { 'If-Match': tag === '*' || tag.startsWith('"') || tag.startsWith('W/') ? tag : `"${tag}"` };
}
