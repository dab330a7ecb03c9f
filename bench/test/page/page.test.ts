import { expect, it } from '@jest/globals';
import { drawBarChart } from '../../src/page/bars.ts';
import { replaceSections } from '../../src/page/page.ts';

it('replaces the named sections of a page and nothing else', () => {
  const page = 'One.\n\n<!-- a -->\n\nold\n\n<!-- end -->\n\nTwo.\n\n<!-- b -->\n\n<!-- end -->\n';
  const once = replaceSections(page, { a: 'new', b: '| x |' });
  expect(once).toBe(
    'One.\n\n<!-- a -->\n\nnew\n\n<!-- end -->\n\nTwo.\n\n<!-- b -->\n\n| x |\n\n<!-- end -->\n',
  );
  expect(replaceSections(once, { a: 'new', b: '| x |' })).toBe(once);
  expect(() => replaceSections(page, { c: 'new' })).toThrow('has no section c');
});

it('draws each group to its own longest bar', () => {
  const bar = (name: string, value: number) => ({ name, value, text: `${value}`, isOurs: name === 'ours' });
  const svg = drawBarChart({
    title: 'A & B',
    subtitle: 'longer is < faster',
    groups: [
      { label: 'one', bars: [bar('ours', 10), bar('other', 5)] },
      { label: 'two', bars: [bar('other', 1_000)] },
    ],
  });
  expect(
    [...svg.matchAll(/class="(ours|other)" .* width="(\d+)"/g)].map(([, kind, width]) => [kind, width]),
  ).toEqual([
    ['ours', '460'],
    ['other', '230'],
    ['other', '460'],
  ]);
  expect(svg).toContain('<text class="title" x="28" y="36">A &amp; B</text>');
  expect(svg).toContain('prefers-color-scheme: dark');
});
