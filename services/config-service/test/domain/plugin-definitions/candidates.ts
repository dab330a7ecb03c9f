// Plugin definitions as if they had been found in sources.
import type { DefinitionCandidate } from '../../../src/domain/plugin-definitions/definition.ts';
import { readDefinition } from '../../../src/domain/plugin-definitions/definition.ts';
import { type DefinitionValue, definitionXml } from './definition-xml.ts';

/** `place` defaults to the last part of the id. `params: []` declares no parameters, so that they are inherited. */
export function candidate(
  pluginId: string,
  members: Readonly<Record<string, DefinitionValue>> = {},
  { params, ...more }: Partial<DefinitionCandidate> & { readonly params?: readonly string[] } = {},
): DefinitionCandidate {
  const place = `${pluginId.split('.').at(-1)}.xml`;
  const definition = readDefinition(definitionXml(pluginId, members, params))!;
  return { definition, place, file: place, origin: { type: 'Internal' }, isPlugin: true, ...more };
}
