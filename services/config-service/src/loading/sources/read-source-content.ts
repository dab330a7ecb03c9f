// What a source holds, or why it is bad: the one judge of what a load takes, and of what clients are given of a source.
import { detectFormat, type PlatformFacts } from '@holdfast/config-format';
import { parameterFaults } from '../../domain/configuration/parameters.ts';
import { isTdb } from '../../domain/configuration/source-url.ts';
import type { Copy, KnownSource } from '../../index/configuration/sources.db.ts';
import { type Layer, readLayer } from './read-layer.ts';

export interface SourceContent extends Layer {
  readonly format: Copy['format'];
}

/** Throws BadConfigurationError, and what `content` throws. A `.tdb` text is judged when titles are loaded. */
export async function readSourceContent(
  { platform, signal }: { readonly platform: PlatformFacts; readonly signal: AbortSignal },
  { url, kind }: Pick<KnownSource, 'url' | 'kind'>,
  content: AsyncIterable<Uint8Array>,
): Promise<SourceContent> {
  if (kind === 'titles' && isTdb(url)) {
    return { format: 'tdb', holdsTitles: true, properties: new Map(), warnings: [] };
  }
  const { format, bytes } = await detectFormat(content);
  const layer = await readLayer(bytes, { format, platform, titlesOnly: kind === 'titles', signal });
  return { format, ...layer, warnings: [...layer.warnings, ...parameterFaults(layer.properties)] };
}
