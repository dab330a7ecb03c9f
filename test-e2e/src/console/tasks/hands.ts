// Performs mouse and keyboard actions and counts them.
import type { Locator, Page } from 'playwright-core';
import { dropFiles } from '../drop-files.ts';

export interface UserEffort {
  /** Number of clicks. Choosing from a list and dropping files each count as two clicks. */
  readonly clicks: number;
  /** Number of key presses, including text input. */
  readonly keys: number;
}

export class CountedInput {
  readonly page: Page;
  readonly #counts: { clicks: number; keys: number };

  constructor(page: Page, counts = { clicks: 0, keys: 0 }) {
    this.page = page;
    this.#counts = counts;
  }

  get effort(): UserEffort {
    return { ...this.#counts };
  }

  /** Returns the input of another window. Actions in that window are added to the counts of this input. */
  inWindow(page: Page): CountedInput {
    return new CountedInput(page, this.#counts);
  }

  /** Follows a link outside the console, such as a link in a mail. */
  async follow(link: string): Promise<void> {
    await this.page.goto(link);
    this.#counts.clicks += 1;
  }

  /** Clicks a button, link, tab, tree item or other element with this name. */
  async click(name: string | RegExp, within: Page | Locator = this.page): Promise<void> {
    const exact = typeof name === 'string';
    const named = (['button', 'link', 'tab', 'treeitem', 'checkbox'] as const).map((role) =>
      within.getByRole(role, { name, exact }),
    );
    await this.clickOn(named.reduce((all, one) => all.or(one)).first());
  }

  async clickOn(what: Locator): Promise<void> {
    await what.click();
    this.#counts.clicks += 1;
  }

  /** Chooses a value from a list. */
  async choose(what: Locator, value: string): Promise<void> {
    await what.selectOption(value);
    this.#counts.clicks += 2;
  }

  async drop(file: string): Promise<void> {
    await dropFiles(this.page, this.page.locator('.drop-place'), [file]);
    this.#counts.clicks += 2;
  }

  /** Types into the focused element. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    this.#counts.keys += text.length;
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    this.#counts.keys += 1;
  }

  /** Waits until the page displays the text that the user reads before continuing. */
  async see(words: string | RegExp): Promise<void> {
    await this.page.getByText(words).first().waitFor();
  }

  get dialog(): Locator {
    return this.page.locator('dialog[open]');
  }
}
