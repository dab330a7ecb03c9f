// Reads a title file in any format: `.tdb` text, XML configuration, or Java properties.
import { type PlatformFacts, readConfiguration } from '@holdfast/config-format';
import type { TdbBatch, TdbWarning } from './entry/entry.ts';
import { readPropertyEntries, TITLE_PREFIX } from './properties.ts';
import { parseTdb } from './text/parse-tdb.ts';

export type TitleFormat = 'tdb' | 'xml' | 'properties';

export interface ReadTitlesOptions {
  readonly format: TitleFormat;
  /** Name of the source in warnings. */
  readonly source: string;
  /** Facts about the node, with which conditions in XML are evaluated. Default: no facts. */
  readonly platform?: PlatformFacts;
  readonly signal?: AbortSignal;
}

/**
 * Yields the entries of a file in batches. Throws BadConfigurationError for a damaged configuration; the caller must
 * then discard all entries received so far. Also throws errors of `bytes` and the signal's abort reason.
 */
export async function* readTitles(
  bytes: AsyncIterable<Uint8Array>,
  { format, source, platform, signal }: ReadTitlesOptions,
): AsyncGenerator<TdbBatch, void, undefined> {
  const abortable = signal === undefined ? {} : { signal };
  if (format === 'tdb') {
    yield* parseTdb(bytes, { source, ...abortable });
    return;
  }
  let odd: TdbWarning[] = [];
  const properties = readConfiguration(bytes, {
    format,
    entriesUnder: TITLE_PREFIX,
    warn: ({ line, message }) => odd.push({ source, line, message }),
    ...(platform && { platform }),
    ...abortable,
  });
  for await (const { entries, warnings } of readPropertyEntries(properties, { source })) {
    yield { entries, warnings: [...odd, ...warnings] };
    odd = [];
  }
  if (odd.length > 0) yield { entries: [], warnings: odd };
}

/**
 * Detects the format by the file extension, ignoring `.gz` and `.opt`. Returns undefined for unsupported extensions.
 */
export function detectTitleFormat(name: string): TitleFormat | undefined {
  const [, ending] = /\.(tdb|xml|properties)(?:\.gz)?(?:\.opt)?$/i.exec(name) ?? [];
  return ending?.toLowerCase() as TitleFormat | undefined;
}
