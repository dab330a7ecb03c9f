import { describe, expect, it } from '@jest/globals';
import { mergeChunks } from '../../../../src/features/artifacts/create/create.routes.ts';
import { makeNoise } from '../captures.ts';

async function* pieces(bytes: Buffer, sizes: readonly number[]) {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length]!;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

describe('small chunks', () => {
  it.each([[[1]], [[16_384]], [[16_383, 2]], [[100_000, 1, 20_000]], [[3, 70_000]], [[200_000]]])(
    'of %j bytes come joined and in order',
    async (sizes) => {
      const bytes = makeNoise(200_000);
      const found: Buffer[] = [];
      for await (const chunk of mergeChunks(pieces(bytes, sizes))) found.push(chunk);
      expect(Buffer.concat(found).equals(bytes)).toBe(true);
      expect(found.length).toBeLessThanOrEqual(13);
    },
  );
});
