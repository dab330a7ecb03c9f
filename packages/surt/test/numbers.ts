// Pseudo-random numbers, the same in every run of the tests.

/** Gives a whole number from 0 up to and without the bound it is called with. */
export function numbersBelow(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}
