// All that is in order here is found by this search by halves.

/** The first place from `from` on, below `below`, where this does not hold any more; `below` where it holds for all. */
export function firstNot(from: number, below: number, holds: (place: number) => boolean): number {
  let [low, high] = [from, below];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
