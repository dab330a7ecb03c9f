// Compares plugin versions. Most are whole numbers; some have several components separated by dots.

/** Compares versions for sorting: negative if `one` is lower, 0 if both are equal, positive if `one` is higher. */
export function compareVersions(one: string, other: string): number {
  const [ones, others] = [partsOf(one), partsOf(other)];
  for (let at = 0; at < Math.max(ones.length, others.length); at += 1) {
    const difference = compareParts(ones[at] ?? '0', others[at] ?? '0');
    if (difference !== 0) return difference;
  }
  return 0;
}

function partsOf(version: string): string[] {
  return version.split('.', 20);
}

/** Compares numbers of any length by value, and words as text. Numbers are higher than words. */
function compareParts(one: string, other: string): number {
  const [isNumber, otherIsNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)];
  if (isNumber && otherIsNumber) return compareDigits(withoutZeros(one), withoutZeros(other));
  if (isNumber !== otherIsNumber) return isNumber ? 1 : -1;
  return compareText(one, other);
}

function compareDigits(one: string, other: string): number {
  return one.length - other.length || compareText(one, other);
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+/, '');
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
