// Suggests the correct spelling of a misspelt name, for error messages. Replaces fastest-levenshtein, which counts two
// swapped letters as two errors.

/** Minimum length of a name in which two errors are tolerated. Shorter names may be similar by chance. */
const LONG_NAME = 8;

/**
 * Returns the valid name that is most similar to the text. Returns undefined if every name differs by too many errors.
 */
export function findNearestName(name: string, known: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let fewest = (name.length < LONG_NAME ? 1 : 2) + 1;
  for (const other of known) {
    if (Math.abs(other.length - name.length) >= fewest) continue;
    const slips = computeEditDistance(name, other);
    if (slips < fewest) [nearest, fewest] = [other, slips];
  }
  return nearest;
}

/** Computes the optimal string alignment distance: the number of omitted, inserted, replaced and swapped letters. */
function computeEditDistance(a: string, b: string): number {
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
