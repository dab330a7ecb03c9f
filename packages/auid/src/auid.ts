// An AUID as a whole: plugin key, `&`, AU key. What is inside an AU key is the business of au-key.ts; which parameters
// define an AU is the business of its plugin.
import { encodeAuKey } from './au-key.ts';

/**
 * The AUID of the AU that these definitional parameters define. Values are taken as they are: not trimmed, not
 * normalised. No parameters at all give an AUID that ends in `&`.
 */
export function makeAuid(pluginId: string, definitional: Readonly<Record<string, string>>): string {
  return `${toPluginKey(pluginId)}&${encodeAuKey(definitional)}`;
}

/** Split at the first `&`; undefined when there is none: the AUID is malformed. The AU key is not looked into. */
export function parseAuid(auid: string): { pluginId: string; auKey: string } | undefined {
  const at = auid.indexOf('&');
  return at < 0 ? undefined : { pluginId: toPluginId(auid.slice(0, at)), auKey: auid.slice(at + 1) };
}

/** `org.example.Plugin` → `org|example|Plugin`; nothing else of the id is changed. */
export function toPluginKey(pluginId: string): string {
  return pluginId.replaceAll('.', '|');
}

/** `org|example|Plugin` → `org.example.Plugin`. */
export function toPluginId(pluginKey: string): string {
  return pluginKey.replaceAll('|', '.');
}
