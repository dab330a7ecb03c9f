// Parses the arguments of `holdfast migrate config`.
import { parseCommandArguments, UsageError } from '@holdfast/cli-kit';

export interface MigrateConfigCommand {
  readonly command: 'migrate config';
  /** Path of au.txt or of a node's backup file, or the address of a node's configuration service. */
  readonly from: string;
  readonly replace: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly url?: string;
  readonly user?: string;
  readonly passwordFile?: string;
  readonly fromUser?: string;
  readonly fromPasswordFile?: string;
}

const options = {
  replace: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  quiet: { type: 'boolean', short: 'q', default: false },
  url: { type: 'string' },
  user: { type: 'string' },
  'password-file': { type: 'string' },
  'from-user': { type: 'string' },
  'from-password-file': { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Parses the arguments. Returns undefined if help was requested. Throws `UsageError`. */
export function parseMigrateConfig(words: readonly string[]): MigrateConfigCommand | undefined {
  const { values, positionals } = parseCommandArguments(words, options);
  if (values.help) return undefined;
  const [from, more] = positionals;
  if (from === undefined || more !== undefined) {
    throw new UsageError(
      'Specify one source: au.txt, the backup file of a node, or the address of its configuration service.',
    );
  }
  const [fromUser, fromPasswordFile] = [values['from-user'], values['from-password-file']];
  if ((fromUser === undefined) !== (fromPasswordFile === undefined)) {
    throw new UsageError('Use --from-user and --from-password-file together.');
  }
  const { replace, json, quiet, url, user, 'password-file': passwordFile } = values;
  const given = { url, user, passwordFile, fromUser, fromPasswordFile };
  const said = Object.entries(given).filter(([, value]) => value !== undefined);
  return { command: 'migrate config', from, replace, json, quiet, ...Object.fromEntries(said) };
}
