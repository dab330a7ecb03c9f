// Says in words in what two configurations of one AU differ. Reserved keys are the node's own and are not compared; a
// secret is named but not shown.

import type { Plugin } from '../plugins/plugin.ts';
import type { AuConfigurationMap } from './documents.ts';
import { declaredSecrets, mayBeSecret } from './secrets.ts';

const MAX_KEYS = 10;
const MAX_VALUE_CHARACTERS = 100;

/** `Conflict: year: stored 2014, in the title database 2015; …`; undefined when nothing differs. */
export function conflictOf(
  plugin: Plugin | undefined,
  stored: AuConfigurationMap,
  offered: AuConfigurationMap,
): string | undefined {
  const [ours, theirs] = [compared(stored), compared(offered)];
  const keys = [...new Set([...ours.keys(), ...theirs.keys()])].sort();
  const differing = keys.filter((key) => ours.get(key) !== theirs.get(key));
  if (differing.length === 0) return undefined;
  const declared = declaredSecrets(plugin);
  const shown = differing.slice(0, MAX_KEYS).map((key) => {
    const word = (value: string | undefined) => shownValue(value, mayBeSecret(declared, key));
    return `${shortened(key)}: stored ${word(ours.get(key))}, in the title database ${word(theirs.get(key))}`;
  });
  const more = differing.length - shown.length;
  return `Conflict: ${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

function compared(configuration: AuConfigurationMap): Map<string, string> {
  return new Map(Object.entries(configuration).filter(([key]) => !key.startsWith('reserved.')));
}

function shownValue(value: string | undefined, secret: boolean): string {
  if (value === undefined) return 'nothing';
  return secret ? '******' : shortened(value);
}

const shortened = (text: string): string =>
  text.length > MAX_VALUE_CHARACTERS ? `${text.slice(0, MAX_VALUE_CHARACTERS).toWellFormed()}…` : text;
