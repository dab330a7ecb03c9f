// Order of version numbers: by their parts, as numbers where both are, otherwise as text without case.

/** Negative, zero or positive, as for `sort`. Parts that one of them lacks count as 0. */
export function compareVersions(a: string, b: string): number {
  const left = partsOf(a);
  const right = partsOf(b);
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const difference = compareParts(left[at] ?? '0', right[at] ?? '0');
    if (difference !== 0) return difference;
  }
  return 0;
}

function partsOf(version: string): string[] {
  return version.toLowerCase().match(/\d+|[a-z]+/g) ?? [];
}

function compareParts(a: string, b: string): number {
  const numbers = isNumber(a) && isNumber(b);
  if (numbers && Number(a) !== Number(b)) return Number(a) - Number(b);
  if (numbers || a === b) return 0;
  return a < b ? -1 : 1;
}

function isNumber(part: string): boolean {
  return part[0]! <= '9';
}
