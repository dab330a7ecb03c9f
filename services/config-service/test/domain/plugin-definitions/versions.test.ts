import { expect, it } from '@jest/globals';
import { compareVersions } from '../../../src/domain/plugin-definitions/versions.ts';

it('Versions are in the order of their numbers, part by part', () => {
  const inOrder = ['', 'a', 'b', '0.1', '1', '1.2', '1.2.0.1', '1.10', '2', '9', '10', '122', '9'.repeat(50)];
  const shuffled = [...inOrder].sort((a, b) => (a.at(-1)! < b.at(-1)! ? 1 : -1));
  expect(shuffled).not.toEqual(inOrder);
  expect(shuffled.sort(compareVersions)).toEqual(inOrder);
});

it('Leading zeros and parts that are 0 make no difference', () => {
  expect(compareVersions('007', '7')).toBe(0);
  expect(compareVersions('7', '7.0.0')).toBe(0);
  expect(compareVersions('7.0.1', '7')).toBeGreaterThan(0);
  expect(compareVersions('7', '7.0.1')).toBeLessThan(0);
});
