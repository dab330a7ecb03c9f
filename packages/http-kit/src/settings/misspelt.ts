// Environment variables that are no settings but nearly have the name of one: whoever set them meant the setting.
import type { Environment } from './read-settings.ts';

/** Shorter names are nearer to each other by chance. */
const LONG_NAME = 8;

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
      const nearest = nearestName(name, known);
      return nearest === undefined ? [] : [`${name} is no setting; did you mean ${nearest}?`];
    });
}

/** The name that fewest slips of the fingers lead from; undefined when they would be too many. */
function nearestName(name: string, known: ReadonlySet<string>): string | undefined {
  let nearest: string | undefined;
  let fewest = (name.length < LONG_NAME ? 1 : 2) + 1;
  for (const other of known) {
    if (Math.abs(other.length - name.length) >= fewest) continue;
    const slips = slipsBetween(name, other);
    if (slips < fewest) [nearest, fewest] = [other, slips];
  }
  return nearest;
}

/** Letters left out, put in, taken for others or swapped with their neighbours (optimal string alignment). */
function slipsBetween(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const differs = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + differs);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        row[j] = Math.min(row[j]!, before[j - 2]! + 1);
      }
    }
    [before, last] = [last, row];
  }
  return last[b.length]!;
}
