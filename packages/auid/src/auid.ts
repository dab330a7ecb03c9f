// Makes and splits AUIDs. An AUID consists of a plugin key, `&` and an AU key; au-key.ts encodes AU keys. The plugin
// decides which parameters are definitional.
import { encodeAuKey } from './au-key.ts';

/**
 * Returns the AUID of the AU with these definitional parameters. Does not trim or normalize values. Without parameters,
 * the AUID ends in `&`.
 */
export function makeAuid(pluginId: string, definitional: Readonly<Record<string, string>>): string {
  return `${toPluginKey(pluginId)}&${encodeAuKey(definitional)}`;
}

/** Splits an AUID at the first `&` without decoding the AU key. Returns undefined if there is no `&`. */
export function parseAuid(auid: string): { pluginId: string; auKey: string } | undefined {
  const at = auid.indexOf('&');
  return at < 0 ? undefined : { pluginId: toPluginId(auid.slice(0, at)), auKey: auid.slice(at + 1) };
}

/** Converts `org.example.Plugin` to `org|example|Plugin`. */
export function toPluginKey(pluginId: string): string {
  return pluginId.replaceAll('.', '|');
}

/** Converts `org|example|Plugin` to `org.example.Plugin`. */
export function toPluginId(pluginKey: string): string {
  return pluginKey.replaceAll('|', '.');
}
