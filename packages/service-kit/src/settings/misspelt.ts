// Environment variables that are no settings but nearly have the name of one: whoever set them meant the setting.
import { findNearestName } from '../text/nearest-name.ts';
import type { Environment } from './read-settings.ts';

/**
 * One sentence for each such variable of `environment`; `names` are the settings that the program knows. Each may also
 * end in `_FILE`.
 */
export function misspeltSettings(environment: Environment, names: readonly string[]): string[] {
  const known = new Set(names.flatMap((name) => [name, `${name}_FILE`]));
  return Object.keys(environment)
    .filter((name) => /^[A-Z][A-Z0-9_]*$/.test(name) && environment[name] && !known.has(name))
    .sort()
    .flatMap((name) => {
      const nearest = findNearestName(name, known);
      return nearest === undefined ? [] : [`${name} is no setting; did you mean ${nearest}?`];
    });
}
