// The arguments of `holdfast migrate`.
import { given, parsedWords, UsageError } from '@holdfast/cli-kit';
import { type MigrateConfigCommand, parseMigrateConfig } from './config-arguments.ts';

export type { MigrateConfigCommand };

export interface MigrateRepositoryCommand {
  readonly command: 'migrate repository';
  /** Folders of a store, or the address of one node. */
  readonly from: readonly string[];
  readonly namespaces: readonly string[];
  readonly auids: readonly string[];
  /** Folders or an address from which the same source was taken before. */
  readonly as: readonly string[];
  readonly verify: boolean;
  readonly quarantine: boolean;
  readonly jobs: number;
  readonly report?: string;
  readonly state?: string;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly url?: string;
  readonly user?: string;
  readonly passwordFile?: string;
  readonly fromUser?: string;
  readonly fromPasswordFile?: string;
}

const MAX_JOBS = 16;
const USUAL_JOBS = 2;

const repositoryOptions = {
  namespace: { type: 'string', multiple: true, default: [] as string[] },
  auid: { type: 'string', multiple: true, default: [] as string[] },
  as: { type: 'string', multiple: true, default: [] as string[] },
  verify: { type: 'boolean', default: false },
  quarantine: { type: 'boolean', default: false },
  jobs: { type: 'string' },
  report: { type: 'string' },
  state: { type: 'string' },
  json: { type: 'boolean', default: false },
  quiet: { type: 'boolean', default: false },
  url: { type: 'string' },
  user: { type: 'string' },
  'password-file': { type: 'string' },
  'from-user': { type: 'string' },
  'from-password-file': { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Throws `UsageError`. Undefined: help is asked for. */
export function parseMigrate(
  words: readonly string[],
): MigrateRepositoryCommand | MigrateConfigCommand | undefined {
  const [what, ...rest] = words;
  if (what === undefined || what === '--help' || what === '-h') return undefined;
  if (what === 'repository') return parseRepository(rest);
  if (what === 'config') return parseMigrateConfig(rest);
  throw new UsageError(`'${what}' cannot be migrated: 'repository' and 'config' can.`);
}

function parseRepository(words: readonly string[]): MigrateRepositoryCommand | undefined {
  const { values, positionals: from } = parsedWords(words, repositoryOptions);
  if (values.help) return undefined;
  const { jobs } = values;
  const isNode = from.some(isAddress);
  const faults: string[] = [];
  if (from.length === 0)
    faults.push("From where? Name the folder of a store (or all of its folders), or a node's address.");
  if (isNode && from.length > 1) faults.push('From one node at a time, and not from folders as well.');
  if (!isNode && (values['from-user'] !== undefined || values['from-password-file'] !== undefined))
    faults.push('--from-user and --from-password-file are for a node, and folders have none.');
  if (jobs !== undefined && !(/^\d{1,2}$/.test(jobs) && Number(jobs) >= 1 && Number(jobs) <= MAX_JOBS))
    faults.push(`--jobs takes a number from 1 to ${MAX_JOBS}: so many AUs are done at once.`);
  if (values.verify && values.quarantine)
    faults.push('--verify stores nothing: --quarantine has no meaning with it.');
  if (faults.length > 0) throw new UsageError(faults.join('\n'));
  return {
    command: 'migrate repository',
    from,
    namespaces: values.namespace,
    auids: values.auid,
    as: values.as,
    verify: values.verify,
    quarantine: values.quarantine,
    jobs: jobs === undefined ? USUAL_JOBS : Number(jobs),
    json: values.json,
    quiet: values.quiet,
    ...given('report', values.report),
    ...given('state', values.state),
    ...given('url', values.url),
    ...given('user', values.user),
    ...given('passwordFile', values['password-file']),
    ...given('fromUser', values['from-user']),
    ...given('fromPasswordFile', values['from-password-file']),
  };
}

export function isAddress(from: string): boolean {
  return /^https?:\/\//i.test(from);
}
