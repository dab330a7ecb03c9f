// Tests which images an `img` may show, with and without a script that loads the image later.
import { expect, it } from '@jest/globals';
import { chooseImage } from '../../../src/domain/page/lazy-images.ts';

const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
const of = (attributes: Record<string, string>) => new Map(Object.entries(attributes));
/** Formats the candidates: URL, descriptor and sizes. */
const list = (choice: ReturnType<typeof chooseImage>): string[] =>
  choice.candidates.map(({ url, descriptor, sizes }) => [url, descriptor, sizes].filter(Boolean).join(' '));

it.each([
  [{ src: 'a' }, ['a']],
  [{ src: 'a', srcset: 'b 1x, c 2x' }, ['b', 'c 2x', 'a']],
  [{ src: 'a', srcset: 'c 2x' }, ['a', 'c 2x']],
  [{ src: 'a', srcset: 'b 300w, c 600w', sizes: '50vw' }, ['c 600w 50vw', 'b 300w 50vw', 'a']],
  [{ src: pixel, srcset: 'c 2x' }, ['c 2x', pixel]],
  [{ 'data-src': 'b' }, ['b']],
  [{ src: pixel, 'data-src': 'b' }, ['b', pixel]],
  [{ src: 'a', 'data-src': 'b' }, ['a', 'b']],
  [{ src: 'a', 'data-original': 'b', width: '1', height: '1' }, ['b', 'a']],
  [{ src: pixel, 'data-srcset': 'c 300w, d 900w' }, ['d 900w', 'c 300w', pixel]],
  [{ src: ' ' }, []],
  [{}, []],
])('%j shows %j', (attributes: Record<string, string>, expected) => {
  expect(list(chooseImage(of(attributes)))).toEqual(expected);
});

it('the first source of a picture counts that browsers can display', () => {
  const sources = [
    of({ type: 'image/jxl', srcset: 'x.jxl' }),
    of({ type: 'image/webp', srcset: 'w.webp 1x' }),
    of({ srcset: 'other.png' }),
  ];
  expect(list(chooseImage(of({ src: 'a.png' }), { sources }))).toEqual(['w.webp', 'a.png']);
  expect(list(chooseImage(of({ src: 'a.png', srcset: 'own.png' }), { sources }))).toEqual([
    ...['w.webp', 'own.png', 'a.png'],
  ]);
});

it('sources with a media condition are listed apart, up to the first one without', () => {
  const sources = [
    of({ media: '(max-width: 400px)', srcset: 'small.png 2x' }),
    of({ media: 'all', srcset: 'large.png' }),
    of({ media: 'print', srcset: 'print.png' }),
  ];
  const choice = chooseImage(of({ src: 'a.png' }), { sources });
  expect(choice.conditional).toEqual([
    { media: '(max-width: 400px)', candidates: [{ url: 'small.png', descriptor: '2x' }] },
  ]);
  expect(list(choice)).toEqual(['large.png', 'a.png']);
});

it('an image of a script is not shown if a noscript element contains it', () => {
  expect(list(chooseImage(of({ src: pixel, 'data-src': 'b' }), { hasNoscript: true }))).toEqual([pixel]);
});
