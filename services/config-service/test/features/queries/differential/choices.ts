// Random choices that depend only on the seed (mulberry32 generator).

export interface Choices {
  /** Returns a random number n with 0 ≤ n < `count`. */
  below(count: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
}

export function createChoices(seed: number): Choices {
  let state = seed >>> 0;
  const share = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(share() * count);
  return { below, chance: (probability) => share() < probability, pick: (from) => from[below(from.length)]! };
}
