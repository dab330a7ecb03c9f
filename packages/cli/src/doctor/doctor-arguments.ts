// Parses the arguments of `holdfast doctor`.
import { parseCommandArguments, UsageError } from '@holdfast/cli-kit';

export interface DoctorCommand {
  readonly command: 'doctor';
  /** Data folder argument, not yet resolved. */
  readonly data?: string;
  readonly json: boolean;
  readonly quiet: boolean;
}

const options = {
  data: { type: 'string' },
  json: { type: 'boolean', default: false },
  quiet: { type: 'boolean', short: 'q', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Parses the arguments. Returns undefined if the user requests help. Throws `UsageError`. */
export function parseDoctor(words: readonly string[]): DoctorCommand | undefined {
  const { values, positionals } = parseCommandArguments(words, options);
  if (values.help) return undefined;
  if (positionals.length > 0) throw new UsageError(`Unexpected argument '${positionals[0]}'.`);
  if (values.data === '') throw new UsageError('--data needs a folder.');
  if (values.json && values.quiet) throw new UsageError('--quiet has no effect on --json.');
  const { data, json, quiet } = values;
  return { command: 'doctor', json, quiet, ...(data !== undefined && { data }) };
}
