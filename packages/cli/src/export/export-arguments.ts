// Parses the arguments of `holdfast export`.
import { makeOptionalMember, parseCommandArguments, UsageError } from '@holdfast/cli-kit';

/** Format of the export. The command itself assembles a `bag`; the service creates all other formats. */
export type ExportKind = 'warc' | 'wacz' | 'tar' | 'bag';

export interface ExportCommand {
  readonly command: 'export';
  /** Path of the file to create, or of the folder for a bag. */
  readonly destination: string;
  readonly kind: ExportKind;
  readonly namespace: string;
  readonly selection: ExportQuery;
  /** Adds the AU's configuration to the bag. */
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

/** Parses the arguments. Returns undefined if the user requests help. Throws `UsageError`. */
export function parseExport(words: readonly string[]): ExportCommand | undefined {
  const { values, positionals } = parseCommandArguments(words, options);
  if (values.help) return undefined;
  const [destination, ...more] = positionals;
  if (destination === undefined || more.length > 0) {
    throw new UsageError('Specify one destination: a file, or a folder for a bag.');
  }
  const kind =
    values.format === undefined ? deriveExportKind(destination) : kinds.find((one) => one === values.format);
  if (!kind) throw new UsageError('Specify the format: --format warc, wacz, tar or bag.');
  if (values['without-configuration'] && kind !== 'bag') {
    throw new UsageError('--without-configuration works only with --format bag.');
  }
  return {
    command: 'export',
    destination,
    kind,
    namespace: values.namespace,
    selection: {
      ...makeOptionalMember('auid', values.auid),
      ...makeOptionalMember('url', values['artifact-url']),
      ...makeOptionalMember('urlPrefix', values['url-prefix']),
      ...makeOptionalMember('from', values.from),
      ...makeOptionalMember('to', values.to),
      ...(values.latest && { versions: 'latest' as const }),
    },
    withConfiguration: kind === 'bag' && values.auid !== undefined && !values['without-configuration'],
    quiet: values.quiet,
    ...makeOptionalMember('url', values.url),
    ...makeOptionalMember('configUrl', values['config-url']),
    ...makeOptionalMember('user', values.user),
    ...makeOptionalMember('passwordFile', values['password-file']),
  };
}

/** Derives the format from the extension of the file name. */
function deriveExportKind(destination: string): ExportKind | undefined {
  if (destination.endsWith('.warc.gz')) return 'warc';
  return kinds.find((kind) => kind !== 'bag' && destination.endsWith(`.${kind}`) && kind !== 'warc');
}
