// Deterministic pseudo-random numbers for tests.

/** Returns a function `below(n)` that returns an integer from 0 to n-1. */
export function createRandomNumbers(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}
