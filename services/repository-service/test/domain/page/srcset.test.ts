// Tests the parsing of `srcset` by the algorithm in the HTML standard, and the ranking of its candidates.
import { expect, it } from '@jest/globals';
import { parseSrcset, rankSrcset } from '../../../src/domain/page/srcset.ts';

it.each([
  ['a.png', [{ url: 'a.png' }]],
  [
    'a.png 1x, b.png 2x',
    [
      { url: 'a.png', density: 1 },
      { url: 'b.png', density: 2 },
    ],
  ],
  [
    'a.png 300w,b.png 600w',
    [
      { url: 'a.png', width: 300 },
      { url: 'b.png', width: 600 },
    ],
  ],
  ['a.png, b.png 1.5x', [{ url: 'a.png' }, { url: 'b.png', density: 1.5 }]],
  ['a,b.png 1x', [{ url: 'a,b.png', density: 1 }]],
  [' ,, a.png ,', [{ url: 'a.png' }]],
  [
    'data:image/png;base64,AA 1x, b 2x',
    [
      { url: 'data:image/png;base64,AA', density: 1 },
      { url: 'b', density: 2 },
    ],
  ],
  ['a.png 10w 20h', [{ url: 'a.png', width: 10 }]],
  ['a.png 1x 2x, b.png', [{ url: 'b.png' }]],
  ['a.png 0w', []],
  ['a.png x(1, 2), b.png', [{ url: 'b.png' }]],
  ['', []],
])('%j', (text, expected) => {
  expect(parseSrcset(text)).toEqual(expected);
});

it.each([
  ['s 400w, l 1600w, xl 3000w', ['l', 's', 'xl']],
  ['xl 3000w, xxl 5000w', ['xl', 'xxl']],
  ['b 2x, a 1x, c 3x', ['a', 'b', 'c']],
  ['b 2x, a', ['a', 'b']],
])('prefers %j as %j', (text, expected) => {
  expect(rankSrcset(text).map(({ url }) => url)).toEqual(expected);
});

it.each([
  ['a 300w', { sizes: '50vw' }, [{ url: 'a', descriptor: '300w', sizes: '50vw' }]],
  ['a 1.5x', {}, [{ url: 'a', descriptor: '1.5x' }]],
  ['a 1x', {}, [{ url: 'a' }]],
  ['a 2x', { src: 'b' }, [{ url: 'b' }, { url: 'a', descriptor: '2x' }]],
  ['a 300w', { src: 'b' }, [{ url: 'a', descriptor: '300w' }]],
  ['', { src: 'b' }, []],
])('%j with %j has the candidates %j', (text, options, expected) => {
  expect(rankSrcset(text, options)).toEqual(expected);
});

it('reads an attribute of 100,000 candidates in little time', () => {
  expect(parseSrcset('a.png 1x, '.repeat(100_000))).toHaveLength(100);
});
