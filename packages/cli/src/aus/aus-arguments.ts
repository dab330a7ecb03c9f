// What was typed behind `holdfast aus` → what is wanted. Reads no file.
import { parsedWords, UsageError } from '@holdfast/cli-kit';

interface Access {
  readonly command: 'aus';
  readonly url?: string;
  readonly user?: string;
  readonly passwordFile?: string;
  readonly quiet: boolean;
}

export type AuFormat = 'jsonl' | 'au.txt';

/** Which AUs: named, in a file, found by their names, or in a title set. */
export interface Choice {
  readonly auids: readonly string[];
  readonly file?: string;
  readonly title?: string;
  /** Name of a title set. */
  readonly set?: string;
}

export interface AusExport extends Access {
  readonly action: 'export';
  /** Undefined: standard output. */
  readonly file?: string;
  readonly format: AuFormat;
}
export interface AusImport extends Access {
  readonly action: 'import';
  readonly files: readonly string[];
  readonly replace: boolean;
  /** By the operations that other nodes have, too. */
  readonly each: boolean;
  readonly json: boolean;
}
export interface AusList extends Access {
  readonly action: 'list';
  readonly title?: string;
  readonly where?: string;
  readonly json: boolean;
}
export interface AusChange extends Access {
  readonly action: 'add' | 'deactivate' | 'reactivate' | 'delete';
  readonly choice: Choice;
  /** Only say which. */
  readonly dryRun: boolean;
  /** What deletes need not ask. */
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

const chosen = ['title', 'file', 'set', 'dry-run', 'json'];
/** What each action takes beside how to reach the service. */
const takes: Readonly<Record<AusCommand['action'], readonly string[]>> = {
  export: ['format'],
  import: ['replace', 'each', 'json'],
  list: ['title', 'where', 'json'],
  add: chosen,
  deactivate: chosen,
  reactivate: chosen,
  delete: [...chosen, 'yes'],
};
const access = ['url', 'user', 'password-file', 'quiet', 'help'];

/** Throws `UsageError`; undefined: help is wanted. */
export function parseAus(words: readonly string[]): AusCommand | undefined {
  const [action = '', ...rest] = words;
  if (['', 'help', '--help', '-h'].includes(action)) return undefined;
  if (!isAction(action)) {
    throw new UsageError(`There is no command 'aus ${action}'. './holdfast aus --help' shows what there is.`);
  }
  const { values, positionals } = parsedWords(rest, options);
  if (values.help) return undefined;
  for (const [name, value] of Object.entries(values)) {
    if (value === false || access.includes(name) || takes[action].includes(name)) continue;
    throw new UsageError(`'aus ${action}' takes no --${name}.`);
  }
  const { url, user, 'password-file': passwordFile, quiet } = values;
  const common = { command: 'aus' as const, quiet, ...withoutMissing({ url, user, passwordFile }) };
  const { title, where, file, set, json, replace, each, yes, 'dry-run': dryRun } = values;
  switch (action) {
    case 'export': {
      const [target] = atMost(positionals, 1);
      return {
        ...common,
        action,
        format: formatOf(values.format, target),
        ...withoutMissing({ file: target }),
      };
    }
    case 'import':
      if (positionals.length === 0)
        throw new UsageError('What is to be imported? Name a file, or - for standard input.');
      if (each && !replace)
        throw new UsageError('--each replaces what is there without looking: give --replace with it.');
      return { ...common, action, files: positionals, replace, each, json };
    case 'list':
      atMost(positionals, 0);
      if (title !== undefined && where !== undefined)
        throw new UsageError('Give --title or --where, not both.');
      return { ...common, action, json, ...withoutMissing({ title, where }) };
    default:
      return { ...common, action, json, dryRun, yes, choice: choiceOf(positionals, { title, file, set }) };
  }
}

function isAction(word: string): word is AusCommand['action'] {
  return Object.hasOwn(takes, word);
}

function atMost(words: readonly string[], most: number): readonly string[] {
  if (words.length > most) throw new UsageError(`'${words[most]}' is too much here.`);
  return words;
}

function formatOf(format: string | undefined, file: string | undefined): AuFormat {
  const meant = format ?? (file?.endsWith('.txt') ? 'au.txt' : 'jsonl');
  if (meant === 'jsonl' || meant === 'au.txt') return meant;
  throw new UsageError(`There is no format '${meant}': it is jsonl or au.txt.`);
}

function choiceOf(
  auids: readonly string[],
  found: Readonly<Record<'title' | 'file' | 'set', string | undefined>>,
): Choice {
  const given = Object.values(found).filter((value) => value !== undefined).length;
  const ways = given + (auids.length > 0 ? 1 : 0);
  if (ways === 0)
    throw new UsageError('Which AUs? Name their AUIDs, or give --title PATTERN, --set NAME or --file FILE.');
  if (ways > 1) throw new UsageError('Name AUIDs, or give --title, --set or --file: one of them.');
  const malformed = auids.find((auid) => !/^[^&]+&/.test(auid));
  if (malformed !== undefined) throw new UsageError(`'${malformed}' is no AUID: it has no & in it.`);
  return { auids, ...withoutMissing(found) };
}

/** Without what was not given. */
function withoutMissing<Values extends Readonly<Record<string, string | undefined>>>(values: Values) {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof Values]?: string };
}
