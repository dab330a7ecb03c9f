// The arguments of `holdfast import`.
import { given, parsedWords, UsageError } from '@holdfast/cli-kit';

export interface ImportCommand {
  readonly command: 'import';
  readonly files: readonly string[];
  readonly auid: string;
  readonly namespace?: string;
  readonly url?: string;
  readonly storeDuplicate: boolean;
  readonly excludeStatusPattern?: string;
  /** Records that are damaged but whole are stored. */
  readonly quarantine?: true;
  readonly user?: string;
  readonly passwordFile?: string;
  readonly json: boolean;
  readonly quiet: boolean;
  /** Files that are sent at once; 1 to `MAX_JOBS`. */
  readonly jobs?: number;
  /** Files of folders are sent even when they are in. */
  readonly again?: true;
  /** File that the outcome of every file is written to. */
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

/** Throws `UsageError`. Undefined: help is asked for. */
export function parseImport(words: readonly string[]): ImportCommand | undefined {
  const { values, positionals: files } = parsedWords(words, importOptions);
  if (values.help) return undefined;
  const missing: string[] = [];
  if (files.length === 0)
    missing.push('Which file? Name at least one archive, a folder of them, or - for standard input.');
  if (!values.auid) missing.push('Which Archival Unit? Name it with --auid.');
  if (files.filter((file) => file === '-').length > 1)
    missing.push('Standard input (-) can be read only once.');
  if (values.jobs !== undefined && !isJobs(values.jobs))
    missing.push(`--jobs takes a number from 1 to ${MAX_JOBS}: so many files are sent at once.`);
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
    ...given('report', values.report),
    ...given('namespace', values.namespace),
    ...given('url', values.url),
    ...given('excludeStatusPattern', values['exclude-status']),
    ...given('user', values.user),
    ...given('passwordFile', values['password-file']),
  };
}

function isJobs(text: string): boolean {
  return /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_JOBS;
}
