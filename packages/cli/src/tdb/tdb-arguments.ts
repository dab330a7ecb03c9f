// What was typed behind `holdfast tdb` → what is wanted. Reads no file.
import { parsedWords, UsageError } from '@holdfast/cli-kit';

export interface TdbCommand {
  readonly command: 'tdb';
  readonly action: 'check';
  /** Files and folders as typed; `-` is standard input. */
  readonly places: readonly string[];
  readonly json: boolean;
  readonly quiet: boolean;
}

const options = {
  json: { type: 'boolean', default: false },
  quiet: { type: 'boolean', short: 'q', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Throws `UsageError`; undefined: help is wanted. */
export function parseTdbCommand(words: readonly string[]): TdbCommand | undefined {
  const [action = '', ...rest] = words;
  if (['', 'help', '--help', '-h'].includes(action)) return undefined;
  if (action !== 'check') {
    throw new UsageError(`There is no command 'tdb ${action}'. './holdfast tdb --help' shows what there is.`);
  }
  const { values, positionals: places } = parsedWords(rest, options);
  if (values.help) return undefined;
  if (places.length === 0) {
    throw new UsageError('What is to be checked? Name files or folders, or - for standard input.');
  }
  if (places.filter((place) => place === '-').length > 1) {
    throw new UsageError('Standard input (-) can be read only once.');
  }
  return { command: 'tdb', action, places, json: values.json, quiet: values.quiet };
}
