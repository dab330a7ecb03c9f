// Reproducible random choices from a seed.

export interface SeededRandom {
  /** Returns a number in [0, 1). */
  share(): number;
  /** Returns an integer in [0, `count`). */
  below(count: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  bytes(length: number): Buffer;
}

/** Creates a mulberry32 generator. */
export function createRandomFromSeed(seed: number): SeededRandom {
  let state = seed >>> 0;
  const share = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(share() * count);
  return {
    share,
    below,
    chance: (probability) => share() < probability,
    pick: (from) => from[below(from.length)]!,
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
  };
}
