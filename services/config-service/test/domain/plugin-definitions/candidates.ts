// Test helper: makes candidates, which are plugin definitions as they are found in sources.
import type { DefinitionCandidate } from '../../../src/domain/plugin-definitions/definition.ts';
import { readDefinition } from '../../../src/domain/plugin-definitions/definition.ts';
import { type DefinitionValue, definitionXml } from './definition-xml.ts';

/**
 * Makes a candidate. `place` defaults to the last part of the id. With `params: []`, the definition declares no
 * parameters and inherits them.
 */
export function candidate(
  pluginId: string,
  members: Readonly<Record<string, DefinitionValue>> = {},
  { params, ...more }: Partial<DefinitionCandidate> & { readonly params?: readonly string[] } = {},
): DefinitionCandidate {
  const place = `${pluginId.split('.').at(-1)}.xml`;
  const definition = readDefinition(definitionXml(pluginId, members, params))!;
  return { definition, place, file: place, origin: { type: 'Internal' }, isPlugin: true, ...more };
}
