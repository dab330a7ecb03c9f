import { expect, it } from '@jest/globals';
import { formatBytes } from '../../src/text/format-bytes.ts';

it('writes sizes for people', () => {
  const sizes = [0, 999, 1000, 1_234_567, 123_456_789, 999_999_999, 5e15].map(formatBytes);
  expect(sizes).toEqual(['0 B', '999 B', '1.0 kB', '1.2 MB', '123 MB', '1.0 GB', '5.0 PB']);
});
