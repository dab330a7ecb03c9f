// URLs that an image may show, with and without a script that loads it later.
import { expect, it } from '@jest/globals';
import { listImageUrls } from '../../../src/domain/page/lazy-images.ts';

const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
const of = (attributes: Record<string, string>) => new Map(Object.entries(attributes));

it.each([
  [{ src: 'a' }, ['a']],
  [{ src: 'a', srcset: 'b 1x, c 2x' }, ['b', 'c', 'a']],
  [{ 'data-src': 'b' }, ['b']],
  [{ src: pixel, 'data-src': 'b' }, ['b', pixel]],
  [{ src: 'a', 'data-src': 'b' }, ['a', 'b']],
  [{ src: 'a', 'data-original': 'b', width: '1', height: '1' }, ['b', 'a']],
  [{ src: pixel, 'data-srcset': 'c 300w, d 900w' }, ['d', 'c', pixel]],
  [{ src: ' ' }, []],
  [{}, []],
])('%j shows %j', (attributes: Record<string, string>, expected) => {
  expect(listImageUrls(of(attributes))).toEqual(expected);
});

it('the first source of a picture counts that browsers can display', () => {
  const sources = [
    of({ type: 'image/jxl', srcset: 'x.jxl' }),
    of({ type: 'image/webp', srcset: 'w.webp 1x' }),
    of({ srcset: 'other.png' }),
  ];
  expect(listImageUrls(of({ src: 'a.png' }), sources)).toEqual(['w.webp', 'a.png']);
  expect(listImageUrls(of({ src: 'a.png', srcset: 'own.png' }), sources)).toEqual(['own.png', 'a.png']);
});
