// Reproducible pseudo-random numbers and bytes. Not secure.
import { type Cipheriv, createCipheriv, createHash } from 'node:crypto';

export interface BenchRandom {
  /** Returns an integer from 0 to `bound` - 1; `bound` is at most 2³². */
  below(bound: number): number;
  pick<T>(items: readonly T[]): T;
  /** Returns incompressible bytes. */
  bytes(length: number): Buffer;
}

export function createBenchRandom(seed: string): BenchRandom {
  const key = createHash('sha256').update(seed).digest();
  const stream = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  let numbers: Buffer = Buffer.alloc(0);
  let position = 0;
  const next = () => {
    if (position === numbers.length) {
      numbers = generateKeystream(stream, 16_384);
      position = 0;
    }
    position += 4;
    return numbers.readUInt32LE(position - 4);
  };
  const below = (bound: number) => Math.floor((next() / 2 ** 32) * bound);
  return {
    below,
    pick: (items) => items[below(items.length)]!,
    bytes: (length) => generateKeystream(stream, length),
  };
}

function generateKeystream(stream: Cipheriv, length: number): Buffer {
  return stream.update(Buffer.alloc(length));
}
