// Opens the console in a browser and collects all errors that the browser reports.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';

export interface ConsolePage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console warnings and errors, uncaught errors, CSP violations and failed requests. */
  readonly complaints: string[];
  /** Origins to which the page sent requests. */
  readonly origins: Set<string>;
}

export interface ConsoleView {
  readonly width: number;
  readonly scheme: 'light' | 'dark';
  /** Language of the browser. British English if undefined. */
  readonly locale?: string;
}

export const CONSOLE_VIEWS: readonly ConsoleView[] = [
  { width: 1440, scheme: 'light' },
  { width: 1440, scheme: 'dark' },
  { width: 360, scheme: 'light' },
  { width: 360, scheme: 'dark' },
];

/** Opens a path below `/console/` in a new window with an empty cache. */
export async function openConsole(
  browser: Browser,
  serviceUrl: string,
  path = '',
  { width, scheme, locale = 'en-GB' }: ConsoleView = CONSOLE_VIEWS[0]!,
  options: BrowserContextOptions = {},
): Promise<ConsolePage> {
  const context = await browser.newContext({
    ...options,
    viewport: { width, height: width < 500 ? 780 : 900 },
    colorScheme: scheme,
    locale,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const complaints: string[] = [];
  const origins = new Set<string>();
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type()))
      complaints.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  page.on('request', (request) => {
    if (/^https?:/.test(request.url())) origins.add(new URL(request.url()).origin);
  });
  await page.goto(`${serviceUrl}/console/${path}`);
  await page.locator('h1').first().waitFor();
  return { page, context, complaints, origins };
}

export async function logIn({ page }: ConsolePage, name: string, password: string): Promise<void> {
  await page.locator('input[name=name]').fill(name);
  await page.locator('input[name=password]').fill(password);
  await page.locator('.login-form button[type=submit]').click();
  await page.locator('#main').waitFor();
}

/** Opens the menu of a button and chooses an item. The button of the user menu is `.navigation .menu-button`. */
export async function chooseInMenu(button: Locator, item: string): Promise<void> {
  await button.click();
  await button.page().locator('.menu-item').filter({ hasText: item }).click();
}

/**
 * Navigates to a screen without reloading the page, as a link in the console does. Resolves to true if the screen
 * appears.
 */
export async function navigateTo({ page }: ConsolePage, path: string): Promise<boolean> {
  const to = JSON.stringify(path.replace(/^\//, ''));
  await page.evaluate(`{
    const link = document.createElement('a');
    link.href = new URL(${to}, document.baseURI).href;
    document.body.append(link);
    link.click();
    link.remove();
  }`);
  return waitUntilSettled(page);
}

const SHOWN_MS = 8_000;

/**
 * Waits until loading and animations have ended. Resolves to false if no heading appears or loading does not end in
 * time.
 */
export async function waitUntilSettled(page: Page): Promise<boolean> {
  try {
    await page.locator('#main h1').first().waitFor({ timeout: SHOWN_MS });
    await page.locator('.loading').first().waitFor({ state: 'detached', timeout: SHOWN_MS });
  } catch {
    return false;
  }
  await page.evaluate(`Promise.all(
    document.getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations === 1)
      .map((animation) => animation.finished.catch(() => undefined)),
  ).then(() => undefined)`);
  return true;
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: unknown; readonly failureSummary: string }[];
}

/** Returns violations of WCAG 2.2 AA and best practices reported by axe: `rule: element (description)`. */
export async function findAccessFaults({ page }: ConsolePage): Promise<string[]> {
  // Runs axe through the debugger, because the page's Content-Security-Policy forbids injected scripts.
  await page.evaluate(axe);
  const found = await page.evaluate(
    `axe.run({ runOnly: ${JSON.stringify(TAGS)}, iframes: false }).then(({ violations }) => violations)`,
  );
  return (found as Violation[]).flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${String(target)} (${failureSummary.split('\n')[1]?.trim()})`,
    ),
  );
}

/** Returns true if the page is wider than the window and therefore scrolls horizontally. */
export const isPageTooWide = ({ page }: ConsolePage): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > innerWidth');
