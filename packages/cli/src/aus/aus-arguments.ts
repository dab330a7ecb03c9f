// Parses the arguments of `holdfast aus`. Does not read the files in the arguments.
import { parseCommandArguments, UsageError } from '@holdfast/cli-kit';

interface AusConnectionOptions {
  readonly command: 'aus';
  readonly url?: string;
  readonly user?: string;
  readonly passwordFile?: string;
  readonly quiet: boolean;
}

export type AuFormat = 'jsonl' | 'au.txt';

/** Selection of AUs: by AUID, from a file, by a title pattern or by a title set. */
export interface AuSelection {
  readonly auids: readonly string[];
  readonly file?: string;
  readonly title?: string;
  /** Name of a title set. */
  readonly set?: string;
}

export interface AusExport extends AusConnectionOptions {
  readonly action: 'export';
  /** Output file. Undefined for standard output. */
  readonly file?: string;
  readonly format: AuFormat;
}
export interface AusImport extends AusConnectionOptions {
  readonly action: 'import';
  readonly files: readonly string[];
  readonly replace: boolean;
  /** Stores AUs one by one, with operations that LOCKSS nodes also support. */
  readonly each: boolean;
  readonly json: boolean;
}
export interface AusList extends AusConnectionOptions {
  readonly action: 'list';
  readonly title?: string;
  readonly where?: string;
  readonly json: boolean;
}
export interface AusChange extends AusConnectionOptions {
  readonly action: 'add' | 'deactivate' | 'reactivate' | 'delete';
  readonly choice: AuSelection;
  /** Only prints the AUs. */
  readonly dryRun: boolean;
  /** Deletes without asking for confirmation. */
  readonly yes: boolean;
  readonly json: boolean;
}
export type AusCommand = AusExport | AusImport | AusList | AusChange;

const options = {
  format: { type: 'string' },
  replace: { type: 'boolean', default: false },
  each: { type: 'boolean', default: false },
  title: { type: 'string' },
  where: { type: 'string' },
  file: { type: 'string' },
  set: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  url: { type: 'string' },
  user: { type: 'string' },
  'password-file': { type: 'string' },
  quiet: { type: 'boolean', short: 'q', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const choiceOptions = ['title', 'file', 'set', 'dry-run', 'json'];
/** Options of each action, without the connection options that all actions share. */
const actionOptions: Readonly<Record<AusCommand['action'], readonly string[]>> = {
  export: ['format'],
  import: ['replace', 'each', 'json'],
  list: ['title', 'where', 'json'],
  add: choiceOptions,
  deactivate: choiceOptions,
  reactivate: choiceOptions,
  delete: [...choiceOptions, 'yes'],
};
const accessOptions = ['url', 'user', 'password-file', 'quiet', 'help'];

/** Parses the arguments. Returns undefined if the user requests help. Throws `UsageError`. */
export function parseAus(words: readonly string[]): AusCommand | undefined {
  const [action = '', ...rest] = words;
  if (['', 'help', '--help', '-h'].includes(action)) return undefined;
  if (!isAction(action)) {
    throw new UsageError(`Unknown command 'aus ${action}'. './holdfast aus --help' lists the commands.`);
  }
  const { values, positionals } = parseCommandArguments(rest, options);
  if (values.help) return undefined;
  for (const [name, value] of Object.entries(values)) {
    if (value === false || accessOptions.includes(name) || actionOptions[action].includes(name)) continue;
    throw new UsageError(`'aus ${action}' has no option --${name}.`);
  }
  const { url, user, 'password-file': passwordFile, quiet } = values;
  const common = { command: 'aus' as const, quiet, ...omitUndefined({ url, user, passwordFile }) };
  const { title, where, file, set, json, replace, each, yes, 'dry-run': dryRun } = values;
  switch (action) {
    case 'export': {
      const [target] = requireAtMost(positionals, 1);
      return {
        ...common,
        action,
        format: chooseFormat(values.format, target),
        ...omitUndefined({ file: target }),
      };
    }
    case 'import':
      if (positionals.length === 0)
        throw new UsageError('Specify the file to import, or - for standard input.');
      if (each && !replace)
        throw new UsageError('--each replaces stored AUs without comparing them. Add --replace to confirm.');
      return { ...common, action, files: positionals, replace, each, json };
    case 'list':
      requireAtMost(positionals, 0);
      if (title !== undefined && where !== undefined)
        throw new UsageError('Use --title or --where, not both.');
      return { ...common, action, json, ...omitUndefined({ title, where }) };
    default:
      return { ...common, action, json, dryRun, yes, choice: parseChoice(positionals, { title, file, set }) };
  }
}

function isAction(word: string): word is AusCommand['action'] {
  return Object.hasOwn(actionOptions, word);
}

function requireAtMost(words: readonly string[], most: number): readonly string[] {
  if (words.length > most) throw new UsageError(`Unexpected argument '${words[most]}'.`);
  return words;
}

function chooseFormat(format: string | undefined, file: string | undefined): AuFormat {
  const meant = format ?? (file?.endsWith('.txt') ? 'au.txt' : 'jsonl');
  if (meant === 'jsonl' || meant === 'au.txt') return meant;
  throw new UsageError(`Unknown format '${meant}'. Use jsonl or au.txt.`);
}

function parseChoice(
  auids: readonly string[],
  found: Readonly<Record<'title' | 'file' | 'set', string | undefined>>,
): AuSelection {
  const given = Object.values(found).filter((value) => value !== undefined).length;
  const ways = given + (auids.length > 0 ? 1 : 0);
  if (ways === 0) throw new UsageError('Select AUs with AUIDs, --title PATTERN, --set NAME or --file FILE.');
  if (ways > 1) throw new UsageError('Use only one of: AUIDs, --title, --set, --file.');
  const malformed = auids.find((auid) => !/^[^&]+&/.test(auid));
  if (malformed !== undefined) throw new UsageError(`'${malformed}' is not an AUID: it contains no &.`);
  return { auids, ...omitUndefined(found) };
}

function omitUndefined<Values extends Readonly<Record<string, string | undefined>>>(values: Values) {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof Values]?: string };
}
