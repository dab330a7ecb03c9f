// Parses the arguments of `holdfast backup` and `holdfast restore`.
import { parseCommandArguments, UsageError } from '@holdfast/cli-kit';

interface CommonOptions {
  /** Data folder argument, not yet resolved. */
  readonly data?: string;
  readonly json: boolean;
  readonly quiet: boolean;
}
export interface BackupCommand extends CommonOptions {
  readonly command: 'backup';
  readonly destination: string;
  /** Number of backups to keep. Undefined keeps all backups. */
  readonly keep?: number;
}
export interface RestoreCommand extends CommonOptions {
  readonly command: 'restore';
  readonly source: string;
  /** ID of the backup. Undefined selects the latest backup. */
  readonly id?: string;
  /** Checks the backup without restoring it. */
  readonly checkOnly: boolean;
}

const commonOptions = {
  data: { type: 'string' },
  json: { type: 'boolean', default: false },
  quiet: { type: 'boolean', short: 'q', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;
const backupOptions = { ...commonOptions, keep: { type: 'string' } } as const;
const restoreOptions = {
  ...commonOptions,
  id: { type: 'string' },
  check: { type: 'boolean', default: false },
} as const;

/** Parses the arguments of `holdfast backup`. Returns undefined if the user requests help. Throws `UsageError`. */
export function parseBackup(words: readonly string[]): BackupCommand | undefined {
  const { values, positionals } = parseCommandArguments(words, backupOptions);
  if (values.help) return undefined;
  const destination = requireOnePositional(
    positionals,
    'Specify one destination: a folder, or a bucket as s3://BUCKET/PREFIX.',
  );
  return {
    command: 'backup',
    destination,
    ...parseCommonOptions(values),
    ...(values.keep !== undefined && { keep: parseKeepCount(values.keep) }),
  };
}

/** Parses the arguments of `holdfast restore`. Returns undefined if the user requests help. Throws `UsageError`. */
export function parseRestore(words: readonly string[]): RestoreCommand | undefined {
  const { values, positionals } = parseCommandArguments(words, restoreOptions);
  if (values.help) return undefined;
  const source = requireOnePositional(
    positionals,
    'Specify one source: the folder or bucket that ./holdfast backup wrote to.',
  );
  return {
    command: 'restore',
    source,
    checkOnly: values.check,
    ...parseCommonOptions(values),
    ...(values.id !== undefined && { id: values.id }),
  };
}

function requireOnePositional(positionals: readonly string[], otherwise: string): string {
  const [place, ...more] = positionals;
  if (!place || more.length > 0) throw new UsageError(otherwise);
  return place;
}

function parseCommonOptions({
  data,
  json,
  quiet,
}: {
  data?: string | undefined;
  json: boolean;
  quiet: boolean;
}): CommonOptions {
  if (data === '') throw new UsageError('--data needs a folder.');
  return { json, quiet, ...(data !== undefined && { data }) };
}

function parseKeepCount(text: string): number {
  const keep = Number(text);
  if (!Number.isInteger(keep) || keep < 1) throw new UsageError('--keep needs a number of 1 or more.');
  return keep;
}
