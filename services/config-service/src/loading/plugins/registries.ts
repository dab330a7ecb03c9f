// Finds the plugin registries in configuration files. Further registries may be in PLUGIN_SOURCES.
import { toListItems } from '@holdfast/config-format';
import type { OriginSet } from '../../domain/configuration/origins.ts';
import { isRegistryUrl, parameterKeys } from '../../domain/configuration/parameters.ts';
import { parseSourceUrl, redactUrl, resolveSourceUrl } from '../../domain/configuration/source-url.ts';
import { findMergedParameter, readParameters } from '../../index/configuration/merged.db.ts';
import type { Db } from '../../index/schema/schema.ts';

export interface NamedRegistry {
  readonly url: string;
  /** URL as written in the configuration. It determines the AUID. */
  readonly name: string;
}

export interface ConfiguredRegistries {
  /** Registries with distinct URLs. */
  readonly registries: readonly NamedRegistry[];
  /** Messages about registries that were skipped. */
  readonly problems: readonly string[];
}

/**
 * Lists the registries in configuration files. A registry in a remote source must have the source's origin or an origin
 * in `allowed`.
 */
export async function listConfiguredRegistries(db: Db, allowed: OriginSet): Promise<ConfiguredRegistries> {
  const { useDefaultRegistries = true } = await readParameters(db);
  const keys = [...(useDefaultRegistries ? [parameterKeys.registries] : []), parameterKeys.userRegistries];
  const found = new Map<string, NamedRegistry>();
  const problems: string[] = [];
  for (const key of keys) {
    const parameter = await findMergedParameter(db, key);
    for (const name of toListItems(parameter?.value)) {
      try {
        const url = urlOf(name, parameter?.source, allowed);
        if (!found.has(url)) found.set(url, { url, name });
      } catch (error) {
        const shown = JSON.stringify(redactUrl(name));
        problems.push(`${key}: ${shown} ${(error as Error).message}; it is left out.`);
      }
    }
  }
  return { registries: [...found.values()], problems };
}

/**
 * Returns the URL of a registry. `source` is the URL of the source that contains it, or undefined for a stored file.
 */
function urlOf(name: string, source: string | undefined, allowed: OriginSet): string {
  if (!isRegistryUrl(name)) throw new Error('is not an http(s) URL');
  return source === undefined
    ? parseSourceUrl(name).url
    : resolveSourceUrl(name, parseSourceUrl(source), allowed).url;
}
