// Test helper: creates plugin definitions like those found in sources.
import type { DefinitionCandidate } from '../../../src/domain/plugin-definitions/definition.ts';
import { readDefinition } from '../../../src/domain/plugin-definitions/definition.ts';
import { type DefinitionValue, makeDefinitionXml } from './definition-xml.ts';

/**
 * Creates a definition. `place` defaults to the last component of the plugin ID. With `params: []`, the definition
 * declares no parameters, so it inherits them.
 */
export function makeCandidate(
  pluginId: string,
  members: Readonly<Record<string, DefinitionValue>> = {},
  { params, ...more }: Partial<DefinitionCandidate> & { readonly params?: readonly string[] } = {},
): DefinitionCandidate {
  const place = `${pluginId.split('.').at(-1)}.xml`;
  const definition = readDefinition(makeDefinitionXml(pluginId, members, params))!;
  return { definition, place, file: place, origin: { type: 'Internal' }, isPlugin: true, ...more };
}
