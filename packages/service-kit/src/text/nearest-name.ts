// Suggests a known name for a misspelt one, for error messages. fastest-levenshtein is not used, because it counts two
// swapped letters as two typing errors.

/** Minimum length of a name that may have two typing errors. Shorter names resemble each other by chance. */
const LONG_NAME = 8;

/** Returns the known name that differs by the fewest typing errors, or undefined if every name differs by too many. */
export function findNearestName(name: string, known: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let fewest = (name.length < LONG_NAME ? 1 : 2) + 1;
  for (const other of known) {
    if (Math.abs(other.length - name.length) >= fewest) continue;
    const slips = countSlips(name, other);
    if (slips < fewest) [nearest, fewest] = [other, slips];
  }
  return nearest;
}

/** Counts letters omitted, inserted, replaced or swapped with a neighbour (optimal string alignment distance). */
function countSlips(a: string, b: string): number {
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
