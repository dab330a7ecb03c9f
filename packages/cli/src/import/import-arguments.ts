// Parses the arguments of `holdfast import`.
import { makeOptionalMember, parseCommandArguments, UsageError } from '@holdfast/cli-kit';

export interface ImportCommand {
  readonly command: 'import';
  readonly files: readonly string[];
  readonly auid: string;
  readonly namespace?: string;
  readonly url?: string;
  readonly storeDuplicate: boolean;
  readonly excludeStatusPattern?: string;
  /** Stores and quarantines damaged records if they are complete. */
  readonly quarantine?: true;
  readonly user?: string;
  readonly passwordFile?: string;
  readonly json: boolean;
  readonly quiet: boolean;
  /** Number of concurrent uploads, 1 to `MAX_JOBS`. */
  readonly jobs?: number;
  /** Sends files found in folders even if an earlier run imported them. */
  readonly again?: true;
  /** Path of the report with the outcome of every file. */
  readonly report?: string;
}

const MAX_JOBS = 16;

const importOptions = {
  auid: { type: 'string' },
  namespace: { type: 'string' },
  url: { type: 'string' },
  'store-duplicate': { type: 'boolean', default: false },
  'exclude-status': { type: 'string' },
  quarantine: { type: 'boolean', default: false },
  user: { type: 'string' },
  'password-file': { type: 'string' },
  json: { type: 'boolean', default: false },
  quiet: { type: 'boolean', default: false },
  jobs: { type: 'string' },
  again: { type: 'boolean', default: false },
  report: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Parses the arguments. Returns undefined if the user requests help. Throws `UsageError`. */
export function parseImport(words: readonly string[]): ImportCommand | undefined {
  const { values, positionals: files } = parseCommandArguments(words, importOptions);
  if (values.help) return undefined;
  const missing: string[] = [];
  if (files.length === 0)
    missing.push('Specify at least one archive, a folder of archives, or - for standard input.');
  if (!values.auid) missing.push('Specify the Archival Unit with --auid.');
  if (files.filter((file) => file === '-').length > 1)
    missing.push('Standard input (-) can be read only once.');
  if (values.jobs !== undefined && !isJobCount(values.jobs))
    missing.push(`--jobs needs a number from 1 to ${MAX_JOBS}: the number of files to send at once.`);
  if (missing.length > 0 || !values.auid) throw new UsageError(missing.join('\n'));
  return {
    command: 'import',
    files,
    auid: values.auid,
    storeDuplicate: values['store-duplicate'],
    json: values.json,
    quiet: values.quiet,
    ...(values.jobs !== undefined && { jobs: Number(values.jobs) }),
    ...(values.again && { again: true }),
    ...(values.quarantine && { quarantine: true }),
    ...makeOptionalMember('report', values.report),
    ...makeOptionalMember('namespace', values.namespace),
    ...makeOptionalMember('url', values.url),
    ...makeOptionalMember('excludeStatusPattern', values['exclude-status']),
    ...makeOptionalMember('user', values.user),
    ...makeOptionalMember('passwordFile', values['password-file']),
  };
}

function isJobCount(text: string): boolean {
  return /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_JOBS;
}
