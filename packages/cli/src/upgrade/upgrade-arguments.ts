// Parses the arguments of `holdfast upgrade-database`.
import { parseCommandArguments, UsageError } from '@holdfast/cli-kit';

export interface UpgradeCommand {
  readonly command: 'upgrade-database';
  /** Data folder argument, not yet resolved. */
  readonly data?: string;
}

const options = {
  data: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Parses the arguments. Returns undefined if the user requests help. Throws `UsageError`. */
export function parseUpgrade(words: readonly string[]): UpgradeCommand | undefined {
  const { values, positionals } = parseCommandArguments(words, options);
  if (values.help) return undefined;
  if (positionals.length > 0) throw new UsageError(`Unexpected argument '${positionals[0]}'.`);
  return { command: 'upgrade-database', ...(values.data !== undefined && { data: values.data }) };
}

export const UPGRADE_HELP = `holdfast upgrade-database: upgrades the embedded database to the PostgreSQL of this version

Usage
  ./holdfast upgrade-database [--data DIR]

Run this command if 'npm start' reports that an earlier PostgreSQL created the database. Stop the node first. The command
downloads the earlier PostgreSQL with npm, copies all rows into a new database, compares the row counts, and replaces the
old database. It keeps the old database in postgres/data-VERSION until you delete it, so the disk needs space for both.
If the command is interrupted, run it again.

Options
  --data DIR   data folder of 'npm start' (default: DATA_DIR, or data)
  -h, --help   print this text
`;
