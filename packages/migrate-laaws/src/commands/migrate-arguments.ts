// Parses the arguments of `holdfast migrate repository` and `holdfast keep mirror`.
import { makeOptionalMember, parseCommandArguments, UsageError } from '@holdfast/cli-kit';
import { type MigrateConfigCommand, parseMigrateConfig } from './config-arguments.ts';

export type { MigrateConfigCommand };

export interface MigrateRepositoryCommand {
  readonly command: 'migrate repository';
  /** Source: the folders of a store, or the address of one node. */
  readonly from: readonly string[];
  readonly namespaces: readonly string[];
  readonly auids: readonly string[];
  /** Other folders or addresses that earlier migrations used for the same source. */
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
  /** True for `keep mirror`: the source is another Holdfast node, and nothing is deleted in the target. */
  readonly isMirror?: boolean;
}

const MAX_JOBS = 16;
const DEFAULT_JOBS = 2;

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

const { as: _as, quarantine: _quarantine, state: _state, ...commonOptions } = repositoryOptions;
const mirrorOptions = { ...commonOptions, from: { type: 'string' } } as const;

/** Parses the arguments. Returns undefined if help was requested. Throws `UsageError`. */
export function parseMigrate(
  words: readonly string[],
): MigrateRepositoryCommand | MigrateConfigCommand | undefined {
  const [what, ...rest] = words;
  if (what === undefined || what === '--help' || what === '-h') return undefined;
  if (what === 'repository') return parseRepository(rest);
  if (what === 'config') return parseMigrateConfig(rest);
  throw new UsageError(`'${what}' cannot be migrated. Use 'repository' or 'config'.`);
}

function parseRepository(words: readonly string[]): MigrateRepositoryCommand | undefined {
  const { values, positionals } = parseCommandArguments(words, repositoryOptions);
  return values.help ? undefined : toCommand(values, positionals);
}

interface RepositoryOptions {
  readonly namespace: string[];
  readonly auid: string[];
  readonly as: string[];
  readonly verify: boolean;
  readonly quarantine: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly jobs?: string | undefined;
  readonly report?: string | undefined;
  readonly state?: string | undefined;
  readonly url?: string | undefined;
  readonly user?: string | undefined;
  readonly 'password-file'?: string | undefined;
  readonly 'from-user'?: string | undefined;
  readonly 'from-password-file'?: string | undefined;
}

function toCommand(values: RepositoryOptions, from: readonly string[]): MigrateRepositoryCommand {
  const { jobs } = values;
  const isNode = from.some(isHttpAddress);
  const faults: string[] = [];
  if (from.length === 0)
    faults.push(
      'Specify the source: the folder of a store (or all of its folders), or the address of a node.',
    );
  if (isNode && from.length > 1) faults.push('Migrate from one node at a time, without folders.');
  if (!isNode && (values['from-user'] !== undefined || values['from-password-file'] !== undefined))
    faults.push('--from-user and --from-password-file are for a node, not for folders.');
  if (jobs !== undefined && !(/^\d{1,2}$/.test(jobs) && Number(jobs) >= 1 && Number(jobs) <= MAX_JOBS))
    faults.push(`--jobs needs a number from 1 to ${MAX_JOBS}: the number of AUs to migrate at once.`);
  if (values.verify && values.quarantine)
    faults.push('--verify stores nothing, so --quarantine has no meaning with it.');
  if (faults.length > 0) throw new UsageError(faults.join('\n'));
  return {
    command: 'migrate repository',
    from,
    namespaces: values.namespace,
    auids: values.auid,
    as: values.as,
    verify: values.verify,
    quarantine: values.quarantine,
    jobs: jobs === undefined ? DEFAULT_JOBS : Number(jobs),
    json: values.json,
    quiet: values.quiet,
    ...makeOptionalMember('report', values.report),
    ...makeOptionalMember('state', values.state),
    ...makeOptionalMember('url', values.url),
    ...makeOptionalMember('user', values.user),
    ...makeOptionalMember('passwordFile', values['password-file']),
    ...makeOptionalMember('fromUser', values['from-user']),
    ...makeOptionalMember('fromPasswordFile', values['from-password-file']),
  };
}

/** Parses the arguments of `holdfast keep mirror`. Returns undefined if help was requested. Throws `UsageError`. */
export function parseMirror(words: readonly string[]): MigrateRepositoryCommand | undefined {
  const { values, positionals } = parseCommandArguments(words, mirrorOptions);
  if (values.help) return undefined;
  const { from, ...options } = values;
  if (positionals.length > 0) throw new UsageError(`'${positionals[0]}' is not understood: use --from URL.`);
  if (from === undefined || !isHttpAddress(from))
    throw new UsageError('--from needs the address of the repository service of the other node.');
  return { ...toCommand({ ...options, as: [], quarantine: false }, [from]), isMirror: true };
}

export function isHttpAddress(from: string): boolean {
  return /^https?:\/\//i.test(from);
}
