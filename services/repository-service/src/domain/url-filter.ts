// Bloom filter of fixed size for the URLs that an import has stored. It has no false negatives. A false positive costs
// one index look-up.

const BITS = 2 ** 23;
const PROBES = 4;

export class UrlFilter {
  readonly #words = new Uint32Array(BITS / 32);

  add(url: string): void {
    const { first, step } = hashUrl(url);
    for (let probe = 0; probe < PROBES; probe++) {
      const bit = (first + Math.imul(probe, step)) & (BITS - 1);
      this.#words[bit >>> 5]! |= 1 << (bit & 31);
    }
  }

  mayHold(url: string): boolean {
    const { first, step } = hashUrl(url);
    for (let probe = 0; probe < PROBES; probe++) {
      const bit = (first + Math.imul(probe, step)) & (BITS - 1);
      if ((this.#words[bit >>> 5]! & (1 << (bit & 31))) === 0) return false;
    }
    return true;
  }
}

/** Returns two hashes, from which double hashing derives all bit positions of a URL. */
function hashUrl(url: string): { first: number; step: number } {
  let first = 0x811c9dc5;
  let second = 0x9e3779b9;
  for (let i = 0; i < url.length; i++) {
    const unit = url.charCodeAt(i);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul((second ^ unit) + ((second << 13) | (second >>> 19)), 0x85ebca6b);
  }
  return { first: mixBits(first), step: mixBits(second) | 1 };
}

/** Mixes a hash, so that every input bit affects every output bit. */
function mixBits(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad);
  const twice = Math.imul(once ^ (once >>> 15), 0x735a2d97);
  return twice ^ (twice >>> 15);
}
