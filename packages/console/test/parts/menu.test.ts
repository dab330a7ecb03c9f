// Tests the button with a menu: keys, choices, and where the focus goes.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { PageNode } from '../page/document.ts';
import { openPage, type Page } from '../page/open-page.ts';

let page: Page;
let chosen: string[];

const item = (key: string, more: object = {}) => ({
  ...{ key, label: key, onChoose: () => chosen.push(key) },
  ...more,
});
const languages = {
  ...{ key: 'language', title: 'Language' },
  items: [item('English', { isChosen: false }), item('Deutsch', { isChosen: true, lang: 'de' })],
};

async function show(groups: readonly object[]): Promise<void> {
  page = await openPage({
    ...{ file: 'parts/basic/menu.tsx', component: 'Menu' },
    services: () => Response.json({}),
  });
  await page.show({ label: 'User menu', groups });
}

const button = (): PageNode => page.root.findAll('.menu-button')[0]!;
const items = (): PageNode[] => page.root.findAll('.menu-item');
const focused = (): string | undefined => page.root.ownerDocument.activeElement?.text;
const isOnButton = (): boolean => page.root.ownerDocument.activeElement === button();
const isOpen = (): boolean => button().attributes.get('aria-expanded') === 'true';

async function open(): Promise<void> {
  button().fire('click');
  await page.advance(10);
}

async function press(key: string): Promise<void> {
  const menu = page.root.findAll('div').find(({ attributes }) => attributes.get('role') === 'menu')!;
  const target = page.root.ownerDocument.activeElement;
  menu.fire('keydown', { key, target, preventDefault: () => undefined, stopPropagation: () => undefined });
  await page.advance(10);
}

beforeEach(() => {
  chosen = [];
});
afterEach(() => page.close());

describe('a menu', () => {
  it('opens at its first item, and moves around with the arrows', async () => {
    await show([{ key: 'account', items: [item('Account', { href: '/users' })] }, languages]);
    expect([isOpen(), items().length]).toEqual([false, 0]);
    await open();
    expect([isOpen(), focused()]).toEqual([true, 'Account']);
    await press('ArrowUp');
    expect(focused()).toBe('Deutsch');
    await press('ArrowDown');
    expect(focused()).toBe('Account');
    await press('End');
    expect(focused()).toBe('Deutsch');
  });

  it('of one choice opens at the chosen item', async () => {
    await show([languages]);
    await open();
    expect(focused()).toBe('Deutsch');
    expect(items().map(({ attributes }) => [attributes.get('role'), attributes.get('aria-checked')])).toEqual(
      [
        ['menuitemradio', 'false'],
        ['menuitemradio', 'true'],
      ],
    );
  });

  it('closes after a choice and returns the focus to its button', async () => {
    await show([languages]);
    await open();
    await press('Home');
    await press(' ');
    expect([chosen, isOpen(), isOnButton()]).toEqual([['English'], false, true]);
  });

  it('closes with Escape without a choice', async () => {
    await show([languages]);
    await open();
    await press('Escape');
    expect([chosen, isOpen(), isOnButton()]).toEqual([[], false, true]);
  });
});
