// Binary search over ordered positions.

/**
 * Returns the first position in `from` to `below` (exclusive) for which `holds` returns false; `below` if it
 * returns true for all.
 */
export function findFirstNot(from: number, below: number, holds: (place: number) => boolean): number {
  let [low, high] = [from, below];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
