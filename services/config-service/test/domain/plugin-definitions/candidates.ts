// Definitions as if they had been found somewhere.
import type { Candidate } from '../../../src/domain/plugin-definitions/definition.ts';
import { readDefinition } from '../../../src/domain/plugin-definitions/definition.ts';
import { definitionXml, type Value } from './definition-xml.ts';

/** `place` is the last part of the id, unless given. `params: []`: none are declared, they are to be inherited. */
export function candidate(
  pluginId: string,
  members: Readonly<Record<string, Value>> = {},
  { params, ...more }: Partial<Candidate> & { readonly params?: readonly string[] } = {},
): Candidate {
  const place = `${pluginId.split('.').at(-1)}.xml`;
  const definition = readDefinition(definitionXml(pluginId, members, params))!;
  return { definition, place, file: place, origin: { type: 'Internal' }, isPlugin: true, ...more };
}
