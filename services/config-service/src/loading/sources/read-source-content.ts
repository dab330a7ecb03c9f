// Parses and validates the content of a source. Only valid content is loaded or sent to clients.
import { BadConfigurationError, detectFormat, type PlatformFacts } from '@holdfast/config-format';
import { parseTdb, type TdbWarning } from '@holdfast/tdb';
import { findParameterFaults } from '../../domain/configuration/parameters.ts';
import { isTdbSource, isXmlSource } from '../../domain/configuration/source-url.ts';
import type { ConfigSourceRow, SourceCopy } from '../../index/configuration/sources.db.ts';
import { readLayer, type SourceLayer } from './read-layer.ts';

export interface SourceContent extends SourceLayer {
  readonly format: SourceCopy['format'];
  /** True if the file sets nothing. Always false for an XML file. */
  readonly isEmpty: boolean;
}

/**
 * Parses the content. A source whose name ends in `.xml` must be XML, so that an error page cannot replace the
 * configuration. Entries of `.tdb` files are validated later, when titles are loaded. Throws BadConfigurationError, or
 * errors of `content`.
 */
export async function readSourceContent(
  { platform, signal }: { readonly platform: PlatformFacts; readonly signal: AbortSignal },
  { url, kind }: Pick<ConfigSourceRow, 'url' | 'kind'>,
  content: AsyncIterable<Uint8Array>,
): Promise<SourceContent> {
  if (kind === 'titles' && isTdbSource(url)) {
    const isEmpty = await isEmptyTdb(content, signal);
    return { format: 'tdb', isEmpty, holdsTitles: true, properties: new Map(), warnings: [] };
  }
  const { format, bytes } = isXmlSource(url)
    ? ({ format: 'xml', bytes: content } as const)
    : await detectFormat(content);
  const layer = await readLayer(bytes, { format, platform, titlesOnly: kind === 'titles', signal });
  const isEmpty = format === 'properties' && layer.properties.size === 0 && !layer.holdsTitles;
  return {
    format,
    isEmpty,
    ...layer,
    warnings: [...layer.warnings, ...findParameterFaults(layer.properties)],
  };
}

/**
 * Returns whether the text consists of white space and comments. Stops reading at the first AU. Throws
 * BadConfigurationError if there are errors but no AUs.
 */
export async function isEmptyTdb(content: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<boolean> {
  let first: TdbWarning | undefined;
  let isBlank = true;
  const watched = watchForStatement(content, () => {
    isBlank = false;
  });
  for await (const { entries, warnings } of parseTdb(watched, { source: '', signal })) {
    if (entries.length > 0) return false;
    first ??= warnings[0];
  }
  if (first !== undefined)
    throw new BadConfigurationError(`it contains no AU: ${first.message}`, first.line, first.column ?? 1);
  return isBlank;
}

/**
 * Passes the bytes through. Calls `onStatement` at the first byte that is neither white space nor part of a comment.
 */
async function* watchForStatement(
  content: AsyncIterable<Uint8Array>,
  onStatement: () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  let isComment = false;
  let found = false;
  for await (const piece of content) {
    for (const byte of found ? [] : piece) {
      if (byte === LINE_FEED || byte === CARRIAGE_RETURN) isComment = false;
      else if (byte === HASH) isComment = true;
      else if (!isComment && !blank.has(byte)) {
        found = true;
        onStatement();
        break;
      }
    }
    yield piece;
  }
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const HASH = 0x23;
// Blank bytes at the start of a line: space, tab, and the bytes of a byte order mark.
const blank = new Set([0x20, 0x09, 0xef, 0xbb, 0xbf]);
