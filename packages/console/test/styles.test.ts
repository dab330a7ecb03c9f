// Tests that the stylesheet of the first screen has all styles that the overview and the page frame need.
import { expect, it } from '@jest/globals';
import { readBuiltStyles } from './built-site.ts';
import { listOverviewFiles, readCode } from './first-screen.ts';

const ATTRIBUTES = /\bclass(?:=|: )(?:(["'])(?<text>.*?)\1|\{(?<code>[^}]*)\})/g;

it('the overview uses no class that only the stylesheet of the other screens has', () => {
  const [first, others] = [readClasses('style-'), readClasses('screens-')];
  const words = new Set(
    listOverviewFiles()
      .flatMap((file) => [...readCode(file).matchAll(ATTRIBUTES)])
      .flatMap(({ groups }) => `${groups!.text} ${groups!.code}`.split(/[^\w-]+/)),
  );
  expect([...words]).toEqual(expect.arrayContaining(['says-sign', 'menu-item', 'import-tray', 'shell']));
  expect(first.size).toBeGreaterThan(50);
  expect([...others].filter((name) => words.has(name) && !first.has(name))).toEqual([]);
});

/** Returns the classes in the selectors of a stylesheet. */
function readClasses(start: string): Set<string> {
  const selectors = readBuiltStyles(start).replaceAll(/\{[^{}]*\}/g, '{}');
  return new Set([...selectors.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name!));
}
