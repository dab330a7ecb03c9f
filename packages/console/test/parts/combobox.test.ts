// Tests the text field with a list of matching options: keys, announcements, and answers that arrive out of order.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { PageNode } from '../page/document.ts';
import { openPage, type Page } from '../page/open-page.ts';

interface Group {
  readonly key: string;
  readonly title: string;
  readonly options: readonly { readonly key: string; readonly title: string }[];
}

const found = (...titles: string[]): Group[] => [
  { key: 'titles', title: 'Titles', options: titles.slice(0, 2).map((title) => ({ key: title, title })) },
  { key: 'captures', title: 'Captures', options: titles.slice(2).map((title) => ({ key: title, title })) },
];

let page: Page;
let asked: { readonly text: string; readonly answer: (groups: readonly Group[]) => void }[];
let chosen: string[];
let submitted: string[];

beforeEach(async () => {
  [asked, chosen, submitted] = [[], [], []];
  page = await openPage({
    file: 'parts/form/combobox.tsx',
    component: 'Combobox',
    services: () => Response.json({}),
  });
  await page.show(props);
});
const props = {
  label: 'Search',
  load: (text: string) => new Promise((answer) => asked.push({ text, answer })),
  onChoose: ({ key }: { key: string }) => chosen.push(key),
  onSubmit: (text: string) => submitted.push(text),
};
afterEach(() => page.close());

const field = (): PageNode => page.root.findAll('input')[0]!;
const list = (): PageNode => page.root.findAll('.combobox-list')[0]!;
const options = (): PageNode[] => page.root.findAll('.combobox-option');
const announced = (): string => page.root.findAll('span').at(-1)!.text;
const isExpanded = (): boolean => field().attributes.get('aria-expanded') === 'true';
/** Returns the titles of the options that the field marks as active for screen readers. */
const active = (): string[] =>
  options()
    .filter(({ attributes }) => attributes.get('id') === field().attributes.get('aria-activedescendant'))
    .map(({ text }) => text);

async function type(text: string): Promise<void> {
  Object.assign(field(), { value: text });
  field().fire('input', { currentTarget: { value: text } });
  await page.advance(200);
}

/** Presses a key. Returns whether the field handled the key. */
async function press(key: string): Promise<boolean> {
  let isUsed = false;
  const take = () => {
    isUsed = true;
  };
  field().fire('keydown', { key, preventDefault: take, stopPropagation: () => undefined });
  await page.advance(200);
  return isUsed;
}

async function open(...titles: string[]): Promise<void> {
  await type('tide');
  asked.at(-1)!.answer(found(...titles));
  await page.advance(0);
}

describe('the combobox', () => {
  it('moves with the arrows through groups, and chooses with Enter', async () => {
    await open('Tides', 'Tidal', 'Tide pool');
    const seen: string[][] = [];
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'End']) {
      await press(key);
      seen.push(active());
    }
    expect(seen.flat()).toEqual(['Tides', 'Tidal', 'Tide pool', 'Tides', 'Tide pool', 'Tides', 'Tide pool']);
    expect(options().map(({ attributes }) => attributes.get('aria-selected'))).toEqual([
      'false',
      'false',
      'true',
    ]);
    await press('Enter');
    expect([chosen, submitted, isExpanded()]).toEqual([['Tide pool'], [], false]);
  });

  it('submits the text with Enter if no option is active', async () => {
    await open('Tides');
    await press('Enter');
    expect([chosen, submitted]).toEqual([[], ['tide']]);
  });

  it('announces how many options match', async () => {
    await open('Tides', 'Tidal', 'Tide pool');
    expect([isExpanded(), announced()]).toEqual([true, '3 matches']);
    await type('tides of march');
    asked.at(-1)!.answer([]);
    await page.advance(0);
    expect([list().text, announced()]).toEqual(['Nothing matches.', '0 matches']);
  });

  it('closes, then clears, with Escape, and leaves a third Escape to a dialog', async () => {
    await open('Tides');
    const states: unknown[] = [];
    for (let round = 0; round < 3; round += 1) {
      const isUsed = await press('Escape');
      states.push([isUsed, isExpanded(), (field() as unknown as { value: string }).value]);
    }
    expect(states).toEqual([
      [true, false, 'tide'],
      [true, false, ''],
      [false, false, ''],
    ]);
  });

  it('keeps a text that is typed before its effects have run', async () => {
    page.close();
    const shown = page.show(props);
    const typed = type('tides');
    await Promise.all([shown, typed]);
    await page.advance(500);
    expect(asked.at(-1)?.text).toBe('tides');
  });

  it('shows only the options for the last text', async () => {
    await type('t');
    await type('ti');
    expect(asked.map(({ text }) => text)).toEqual(['t', 'ti']);
    asked[1]!.answer(found('Tides'));
    asked[0]!.answer(found('Old'));
    await page.advance(0);
    expect(options().map(({ text }) => text)).toEqual(['Tides']);
  });
});
