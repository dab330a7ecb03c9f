// The arguments of `holdfast import`.
import { parseArgs } from 'node:util';
import { UsageError } from '../terminal/usage-error.ts';

export interface ImportCommand {
  readonly command: 'import';
  readonly files: readonly string[];
  readonly auid: string;
  readonly namespace?: string;
  readonly url?: string;
  readonly storeDuplicate: boolean;
  readonly excludeStatusPattern?: string;
  readonly user?: string;
  readonly passwordFile?: string;
  readonly json: boolean;
  readonly quiet: boolean;
}

const importOptions = {
  auid: { type: 'string' },
  namespace: { type: 'string' },
  url: { type: 'string' },
  'store-duplicate': { type: 'boolean', default: false },
  'exclude-status': { type: 'string' },
  user: { type: 'string' },
  'password-file': { type: 'string' },
  json: { type: 'boolean', default: false },
  quiet: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Throws `UsageError`. Undefined: help is asked for. */
export function parseImport(words: readonly string[]): ImportCommand | undefined {
  const { values, positionals: files } = parsed(words);
  if (values.help) return undefined;
  const missing: string[] = [];
  if (files.length === 0) missing.push('Which file? Name at least one WARC file, or - for standard input.');
  if (!values.auid) missing.push('Which Archival Unit? Name it with --auid.');
  if (files.filter((file) => file === '-').length > 1)
    missing.push('Standard input (-) can be read only once.');
  if (missing.length > 0 || !values.auid) throw new UsageError(missing.join('\n'));
  return {
    command: 'import',
    files,
    auid: values.auid,
    storeDuplicate: values['store-duplicate'],
    json: values.json,
    quiet: values.quiet,
    ...given('namespace', values.namespace),
    ...given('url', values.url),
    ...given('excludeStatusPattern', values['exclude-status']),
    ...given('user', values.user),
    ...given('passwordFile', values['password-file']),
  };
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: importOptions, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function given<Name extends string>(name: Name, value: string | undefined): { [name in Name]?: string } {
  return value === undefined ? {} : ({ [name]: value } as { [name in Name]: string });
}
