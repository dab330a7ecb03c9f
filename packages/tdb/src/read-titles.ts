// Any file that holds titles, by its format: `.tdb` text, or a configuration as XML or Java properties.
import { type PlatformFacts, readConfiguration } from '@holdfast/config-format';
import type { TdbBatch, TdbWarning } from './entry/entry.ts';
import { entriesOfProperties, TITLE_PREFIX } from './properties.ts';
import { parseTdb } from './text/parse-tdb.ts';

export type TitleFormat = 'tdb' | 'xml' | 'properties';

export interface ReadTitlesOptions {
  readonly format: TitleFormat;
  /** The name that warnings call it by. */
  readonly source: string;
  /** The facts that conditions in XML are judged by; default: nothing is known. */
  readonly platform?: PlatformFacts;
  readonly signal?: AbortSignal;
}

/**
 * Throws BadConfigurationError, of configurations only: nothing of such a file counts. Throws what `bytes` throws and the
 * signal's reason.
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
  for await (const { entries, warnings } of entriesOfProperties(properties, { source })) {
    yield { entries, warnings: [...odd, ...warnings] };
    odd = [];
  }
  if (odd.length > 0) yield { entries: [], warnings: odd };
}

/** Returns the format by the end of a name, also before `.gz` and `.opt`; undefined if the name does not tell it. */
export function titleFormatOf(name: string): TitleFormat | undefined {
  const [, ending] = /\.(tdb|xml|properties)(?:\.gz)?(?:\.opt)?$/i.exec(name) ?? [];
  return ending?.toLowerCase() as TitleFormat | undefined;
}
