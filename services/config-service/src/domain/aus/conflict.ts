// Describes the differences between two configurations of an AU. Does not compare keys that begin with `reserved.`,
// which belong to the node. Masks the values of secret parameters.

import type { Plugin } from '../plugins/plugin.ts';
import type { AuConfigurationMap } from './documents.ts';
import { canBeSecret, findDeclaredSecrets } from './secrets.ts';

const MAX_KEYS = 10;
const MAX_VALUE_CHARACTERS = 100;

/** Returns `Conflict: year: stored 2014, in the title database 2015; …`, or undefined if nothing differs. */
export function describeConflict(
  plugin: Plugin | undefined,
  stored: AuConfigurationMap,
  offered: AuConfigurationMap,
): string | undefined {
  const differences = describeDifferences(
    plugin,
    omitReservedKeys(stored),
    omitReservedKeys(offered),
    'in the title database',
  );
  return differences === undefined ? undefined : `Conflict: ${differences}`;
}

/** Returns `year: stored 2014, offered 2015; …`, or undefined if nothing differs. `offeredAs` replaces `offered`. */
export function describeDifferences(
  plugin: Plugin | undefined,
  stored: AuConfigurationMap,
  offered: AuConfigurationMap,
  offeredAs: string,
): string | undefined {
  const valueIn = (configuration: AuConfigurationMap, key: string) =>
    Object.hasOwn(configuration, key) ? configuration[key] : undefined;
  const keys = [...new Set([...Object.keys(stored), ...Object.keys(offered)])].sort();
  const differing = keys.filter((key) => valueIn(stored, key) !== valueIn(offered, key));
  if (differing.length === 0) return undefined;
  const declared = findDeclaredSecrets(plugin);
  const shown = differing.slice(0, MAX_KEYS).map((key) => {
    const word = (configuration: AuConfigurationMap) =>
      formatValue(valueIn(configuration, key), canBeSecret(declared, key));
    return `${shortenValue(key)}: stored ${word(stored)}, ${offeredAs} ${word(offered)}`;
  });
  const more = differing.length - shown.length;
  return `${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

function omitReservedKeys(configuration: AuConfigurationMap): AuConfigurationMap {
  return Object.fromEntries(Object.entries(configuration).filter(([key]) => !key.startsWith('reserved.')));
}

function formatValue(value: string | undefined, secret: boolean): string {
  if (value === undefined) return 'nothing';
  return secret ? '******' : shortenValue(value);
}

const shortenValue = (text: string): string =>
  text.length > MAX_VALUE_CHARACTERS ? `${text.slice(0, MAX_VALUE_CHARACTERS).toWellFormed()}…` : text;
