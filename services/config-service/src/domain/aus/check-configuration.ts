// Checks whether a configuration is valid for an AU according to its plugin.
import { decodeAuKey, makeAuid, parseAuid } from '@holdfast/auid';
import { computeAuid, findInvalidParameter, type Plugin } from '../plugins/plugin.ts';
import type { AuConfigurationMap } from './documents.ts';

export interface AuToCheck {
  readonly auid: string;
  readonly configuration: AuConfigurationMap;
}

/** Returns a message about the invalid parameter, or undefined if the configuration is valid. */
export function findConfigurationFault(
  plugin: Plugin,
  { auid, configuration }: AuToCheck,
): string | undefined {
  const yielded = computeAuid(plugin, configuration);
  if ('missing' in yielded) return `The definitional parameter ${yielded.missing} is missing.`;
  if (yielded.auid !== auid) return `The definitional parameters yield another AUID, ${yielded.auid}.`;
  const bad = findInvalidParameter(plugin, configuration);
  return bad === undefined ? undefined : `The parameter ${bad.key} must be ${bad.expected}.`;
}

/** Checks an AU whose plugin is not loaded: the configuration must contain the parameters in the AUID. */
export function findFaultWithoutPlugin({ auid, configuration }: AuToCheck): string | undefined {
  const { pluginId, auKey } = parseAuid(auid)!;
  const definitional = decodeAuKey(auKey);
  if (definitional === undefined || makeAuid(pluginId, definitional) !== auid) {
    return 'The AUID does not have the format of AUIDs.';
  }
  const wrong = Object.keys(definitional).find((key) => configuration[key] !== definitional[key]);
  return wrong === undefined ? undefined : `The parameter ${wrong} differs from the AUID.`;
}
