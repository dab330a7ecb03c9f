// The arguments of `holdfast export`.
import { given, parsedWords, UsageError } from '@holdfast/cli-kit';

/** The kinds of file that the service gives, and the bag that is put together here. */
export type ExportKind = 'warc' | 'wacz' | 'tar' | 'bag';

export interface ExportCommand {
  readonly command: 'export';
  /** The file or, for a bag, the folder that is made. */
  readonly destination: string;
  readonly kind: ExportKind;
  readonly namespace: string;
  readonly selection: ExportQuery;
  /** The AU's configuration goes into the bag. */
  readonly withConfiguration: boolean;
  readonly url?: string;
  readonly configUrl?: string;
  readonly user?: string;
  readonly passwordFile?: string;
  readonly quiet: boolean;
}

export interface ExportQuery {
  readonly auid?: string;
  readonly url?: string;
  readonly urlPrefix?: string;
  readonly from?: string;
  readonly to?: string;
  readonly versions?: 'all' | 'latest';
}

const options = {
  auid: { type: 'string' },
  namespace: { type: 'string', default: 'default' },
  format: { type: 'string' },
  'artifact-url': { type: 'string' },
  'url-prefix': { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  latest: { type: 'boolean', default: false },
  'without-configuration': { type: 'boolean', default: false },
  url: { type: 'string' },
  'config-url': { type: 'string' },
  user: { type: 'string' },
  'password-file': { type: 'string' },
  quiet: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const kinds: readonly ExportKind[] = ['warc', 'wacz', 'tar', 'bag'];

/** Throws `UsageError`. Undefined: help is asked for. */
export function parseExport(words: readonly string[]): ExportCommand | undefined {
  const { values, positionals } = parsedWords(words, options);
  if (values.help) return undefined;
  const [destination, ...more] = positionals;
  if (destination === undefined || more.length > 0) {
    throw new UsageError('Where to? Name one file, or a folder for a bag.');
  }
  const kind = values.format === undefined ? kindOf(destination) : kinds.find((one) => one === values.format);
  if (!kind) throw new UsageError('Which format? Give --format warc, wacz, tar or bag.');
  if (values['without-configuration'] && kind !== 'bag') {
    throw new UsageError('--without-configuration is for --format bag.');
  }
  return {
    command: 'export',
    destination,
    kind,
    namespace: values.namespace,
    selection: {
      ...given('auid', values.auid),
      ...given('url', values['artifact-url']),
      ...given('urlPrefix', values['url-prefix']),
      ...given('from', values.from),
      ...given('to', values.to),
      ...(values.latest && { versions: 'latest' as const }),
    },
    withConfiguration: kind === 'bag' && values.auid !== undefined && !values['without-configuration'],
    quiet: values.quiet,
    ...given('url', values.url),
    ...given('configUrl', values['config-url']),
    ...given('user', values.user),
    ...given('passwordFile', values['password-file']),
  };
}

/** By the end of its name. */
function kindOf(destination: string): ExportKind | undefined {
  if (destination.endsWith('.warc.gz')) return 'warc';
  return kinds.find((kind) => kind !== 'bag' && destination.endsWith(`.${kind}`) && kind !== 'warc');
}
