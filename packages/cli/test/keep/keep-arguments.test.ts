// Which words behind `holdfast keep` are whose.
import { expect, it } from '@jest/globals';
import { parseWish } from '../../src/arguments.ts';

it('takes the data folder, and leaves the rest to the program', () => {
  expect(parseWish(['keep', 'verify', '--rate', '1MiB'])).toEqual({
    command: 'keep',
    words: ['verify', '--rate', '1MiB'],
  });
  const wanted = { command: 'keep', words: ['verify', '--json'], data: 'a folder' };
  expect(parseWish(['keep', 'verify', '--data', 'a folder', '--json'])).toEqual(wanted);
  expect(parseWish(['keep', '--data=a folder', 'verify', '--json'])).toEqual(wanted);
});

it('wants a folder behind --data', () => {
  for (const words of [
    ['verify', '--data'],
    ['--data=', 'verify'],
    ['verify', '--data', '--json'],
  ]) {
    expect(() => parseWish(['keep', ...words])).toThrow('--data needs a folder');
  }
});
