// Browser window for a reader who sees only screenshots. Performs mouse actions at given pixels and keyboard input,
// counts these actions, and takes screenshots. Screenshots do not show native lists and file dialogs, so the window
// describes them in words.
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Browser, BrowserContext, ElementHandle, FileChooser, Page } from 'playwright-core';
import { logIn, openConsole } from '../console-page.ts';
import type { BlindNode } from './blind-node.ts';

export interface SavedFile {
  readonly name: string;
  /** Path of the file, which exists until the window is closed. */
  readonly path: string;
}

/** Browser state that a screenshot does not show. */
export interface BrowserSession {
  /** Numbered entries of the list that the last click opened. */
  readonly list?: readonly string[];
  /** Names of the files in the dialog that the last click opened. */
  readonly fileDialog?: readonly string[];
  /** Names of all files that the browser has saved in this task. */
  readonly saved?: readonly string[];
}

/** Time for a click to take effect, and maximum time for content to load. */
const REACT_MS = 250;
const LOADING_MS = 6_000;
const SIZE = { width: 1440, height: 900 };

export class ReaderWindow {
  readonly complaints: readonly string[];
  readonly downloads: SavedFile[] = [];
  readonly #context: BrowserContext;
  readonly #disk: string;
  readonly #screens: string[] = [];
  #page: Page;
  #clicks = 0;
  #keys = 0;
  #list: ElementHandle | undefined;
  #chooser: FileChooser | undefined;

  private constructor(page: Page, { complaints, disk }: { complaints: readonly string[]; disk: string }) {
    this.#page = page;
    this.#context = page.context();
    this.complaints = complaints;
    this.#disk = disk;
    this.#watch(page);
    // If a link opens another browser window, later screenshots show that window.
    this.#context.on('page', (other) => {
      this.#page = other;
      this.#watch(other);
    });
  }

  /** Opens a window in which the librarian has logged in and sees the overview. */
  static async open(browser: Browser, node: BlindNode): Promise<ReaderWindow> {
    const opened = await openConsole(browser, node.configurationUrl);
    await logIn(opened, node.user, node.password);
    const window = new ReaderWindow(opened.page, { complaints: opened.complaints, disk: node.disk });
    await window.move(SIZE.width / 2, SIZE.height / 2);
    return window;
  }

  get page(): Page {
    return this.#page;
  }

  get effort() {
    return { clicks: this.#clicks, keys: this.#keys, screens: this.#screens.length };
  }

  async click(x: number, y: number, clickCount = 1): Promise<void> {
    this.#clicks += clickCount;
    this.#chooser = undefined;
    this.#list = await this.#findList(x, y);
    if (this.#list === undefined) await this.#page.mouse.click(x, y, { clickCount });
    else await this.#list.focus();
  }

  async move(x: number, y: number): Promise<void> {
    await this.#page.mouse.move(x, y);
  }

  async type(text: string): Promise<void> {
    this.#keys += text.length;
    await this.#page.keyboard.type(text);
  }

  async press(key: string): Promise<void> {
    this.#keys += 1;
    await this.#page.keyboard.press(key);
  }

  async scroll(pixels: number): Promise<void> {
    await this.#page.mouse.wheel(0, pixels);
  }

  /** Chooses an entry of the open list, counted from 1. */
  async choose(number: number): Promise<void> {
    if (this.#list === undefined) throw new Error('no list is open');
    this.#clicks += 1;
    await this.#list.selectOption({ index: number - 1 });
    this.#list = undefined;
  }

  async chooseFile(name: string): Promise<void> {
    if (this.#chooser === undefined) throw new Error('no file dialog is open');
    const names = await this.#listFiles();
    if (!names.includes(name)) throw new Error(`there is no file "${name}"`);
    this.#clicks += 1;
    await this.#chooser.setFiles(name === basename(this.#disk) ? this.#disk : join(this.#disk, name));
    this.#chooser = undefined;
  }

  async goBack(): Promise<void> {
    this.#clicks += 1;
    await this.#page.goBack();
  }

  /** Opens a link from outside the browser. */
  async follow(link: string): Promise<void> {
    this.#clicks += 1;
    await this.#page.goto(link);
  }

  /** Waits for content to load, and takes a screenshot. Returns the state that the screenshot does not show. */
  async takePicture(path: string): Promise<BrowserSession> {
    const page = this.#page;
    await page.waitForTimeout(REACT_MS);
    await page
      .locator('.loading, [aria-busy=true]')
      .first()
      .waitFor({ state: 'detached', timeout: LOADING_MS })
      .catch(() => undefined);
    await page.waitForTimeout(REACT_MS);
    await page.screenshot({ path, caret: 'initial' });
    const screen = new URL(page.url()).pathname;
    if (screen !== this.#screens.at(-1)) this.#screens.push(screen);
    return {
      ...(this.#list && { list: await this.#listEntries(this.#list) }),
      ...(this.#chooser && { fileDialog: await this.#listFiles() }),
      ...(this.downloads.length > 0 && { saved: this.downloads.map(({ name }) => name) }),
    };
  }

  close(): Promise<void> {
    return this.#context.close();
  }

  #watch(page: Page): void {
    page.on('filechooser', (chooser) => {
      this.#chooser = chooser;
    });
    page.on('download', (download) => {
      void download.path().then(
        (path) => this.downloads.push({ name: download.suggestedFilename(), path }),
        () => undefined,
      );
    });
    page.on('close', () => {
      this.#page = this.#context.pages().at(-1) ?? page;
    });
  }

  /** Returns the native list at a pixel, or undefined if there is none. */
  async #findList(x: number, y: number): Promise<ElementHandle | undefined> {
    const found = await this.#page.evaluateHandle(
      `document.elementFromPoint(${x}, ${y})?.closest('label.select, select')?.parentElement
        .querySelector('select:not(:disabled)') ?? null`,
    );
    return found.asElement() ?? undefined;
  }

  async #listEntries(list: ElementHandle): Promise<string[]> {
    const texts = await list.evaluate((element: unknown) =>
      [...(element as { readonly options: Iterable<{ readonly text: string }> }).options].map(
        ({ text }) => text,
      ),
    );
    return texts.map((text, at) => `${at + 1}: ${text}`);
  }

  async #listFiles(): Promise<string[]> {
    const element = this.#chooser!.element();
    const isFolder = (await element.getAttribute('webkitdirectory')) !== null;
    return isFolder ? [basename(this.#disk)] : readdir(this.#disk);
  }
}
