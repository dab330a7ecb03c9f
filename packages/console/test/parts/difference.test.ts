// Tests the difference of two texts: changed lines, gaps, and texts that differ too much.
import { expect, it } from '@jest/globals';
import { compareTexts } from '../../src/parts/text/difference.ts';
import { openPage } from '../page/open-page.ts';

const shown = (older: string, newer: string) =>
  compareTexts(older, newer)?.rows.map(
    ({ kind, oldLine = '', newLine = '', text, lines }) =>
      `${kind} ${oldLine} ${newLine} ${kind === 'gap' ? lines : text}`,
  );

it('shows what is around a difference, and how much is left out', () => {
  const lines = Array.from({ length: 40 }, (_, i) => `line ${i + 1}`);
  const older = `${lines.join('\n')}\n`;
  const newer = `${lines.with(19, 'changed').join('\n')}\nadded\n`;
  expect(shown(older, newer)).toEqual([
    'gap   16',
    ...['same 17 17 line 17', 'same 18 18 line 18', 'same 19 19 line 19'],
    ...['old 20  line 20', 'new  20 changed'],
    ...['same 21 21 line 21', 'same 22 22 line 22', 'same 23 23 line 23'],
    'gap   14',
    ...['same 38 38 line 38', 'same 39 39 line 39', 'same 40 40 line 40'],
    'new  41 added',
  ]);
  expect(compareTexts(older, newer)).toMatchObject({ added: 2, removed: 1 });
});

it('is nothing between equal texts, and all between nothing and something', () => {
  expect(shown('a\nb', 'a\nb')).toEqual(['gap   2']);
  expect(shown('', 'a')).toEqual(['new  1 a']);
});

it('is given up when it would take too long', () => {
  const random = (seed: number) =>
    Array.from({ length: 60_000 }, (_, i) => `${(i * 7919 + seed * 104_729) % 65_537}`).join('\n');
  const startedMs = Date.now();
  expect(compareTexts(random(1), random(2))).toBeUndefined();
  expect(Date.now() - startedMs).toBeLessThan(10_000);
});

it('shows no symbol for a tab, only for invisible characters', async () => {
  const page = await openPage({
    file: 'parts/text/text-difference.tsx',
    component: 'TextDifference',
    services: () => new Response(),
  });
  await page.show({ older: 'a\n', newer: 'a\n\tb\u202e\n', label: 'Difference' });
  expect(page.root.findAll('.difference-new')[0]!.text).toMatch(/\+ +b\[U\+202E\]$/);
  page.close();
});
