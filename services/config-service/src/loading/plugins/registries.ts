// The plugin registries that configuration files name, beside those of PLUGIN_SOURCES.
import { listOf } from '@holdfast/config-format';
import type { Origins } from '../../domain/configuration/origins.ts';
import { isRegistry, parameterKeys } from '../../domain/configuration/parameters.ts';
import { referredUrl, shownUrl, sourceUrl } from '../../domain/configuration/source-url.ts';
import { mergedParameter } from '../../index/configuration/merged.db.ts';
import type { Db } from '../../index/schema/schema.ts';

export interface Registries {
  readonly urls: readonly string[];
  /** Sentences about those that are left out. */
  readonly problems: readonly string[];
}

/** `allowed`: origins that a remote source may name beside its own. */
export async function configuredRegistries(db: Db, allowed: Origins): Promise<Registries> {
  const found = await mergedParameter(db, parameterKeys.registries);
  const [urls, problems]: [string[], string[]] = [[], []];
  const referrer = found?.source === undefined ? undefined : sourceUrl(found.source);
  for (const text of listOf(found?.value)) {
    try {
      if (!isRegistry(text)) throw new Error('is no http(s) URL');
      urls.push(referrer === undefined ? sourceUrl(text).url : referredUrl(text, referrer, allowed).url);
    } catch (error) {
      const shown = JSON.stringify(shownUrl(text));
      problems.push(`${parameterKeys.registries}: ${shown} ${(error as Error).message}; it is left out.`);
    }
  }
  return { urls: [...new Set(urls)], problems };
}
