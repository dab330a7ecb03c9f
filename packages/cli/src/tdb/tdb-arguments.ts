// Parses the arguments of `holdfast tdb`. Does not read the files in the arguments.
import { parseCommandArguments, UsageError } from '@holdfast/cli-kit';

export interface TdbCommand {
  readonly command: 'tdb';
  readonly action: 'check';
  /** Unresolved paths of files and folders. `-` is standard input. */
  readonly paths: readonly string[];
  readonly json: boolean;
  readonly quiet: boolean;
}

const options = {
  json: { type: 'boolean', default: false },
  quiet: { type: 'boolean', short: 'q', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Parses the arguments. Returns undefined if the user requests help. Throws `UsageError`. */
export function parseTdbCommand(words: readonly string[]): TdbCommand | undefined {
  const [action = '', ...rest] = words;
  if (['', 'help', '--help', '-h'].includes(action)) return undefined;
  if (action !== 'check') {
    throw new UsageError(`Unknown command 'tdb ${action}'. './holdfast tdb --help' lists the commands.`);
  }
  const { values, positionals: paths } = parseCommandArguments(rest, options);
  if (values.help) return undefined;
  if (paths.length === 0) {
    throw new UsageError('Specify the files or folders to check, or - for standard input.');
  }
  if (paths.filter((place) => place === '-').length > 1) {
    throw new UsageError('Standard input (-) can be read only once.');
  }
  return { command: 'tdb', action, paths, json: values.json, quiet: values.quiet };
}
