// Measures the time until the first screen appears, with the processor slowed down by a factor of four, and the
// download size of each screen.
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import type { ConsoleNode } from '../console-node.ts';
import { logIn, openConsole, waitUntilSettled } from '../console-page.ts';
import { fillRoute, listConsoleRoutes } from '../routes.ts';

export interface FirstScreen {
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  /** Milliseconds until the last long task of the page load ended. */
  readonly interactiveMs: number;
  /** Total milliseconds of long tasks, not counting the first 50 ms of each. */
  readonly blockedMs: number;
  readonly longestTaskMs: number;
}

const SLOWER = 4;
const ROUNDS = 5;
/** The page load counts as finished after this many milliseconds without a long task. */
const QUIET_MS = 2_500;
const SHOWN_MS = 30_000;
const LOOK_MS = 250;

/** Measures several page loads with an empty cache. Returns the load with the median Largest Contentful Paint. */
export async function measureFirstScreen(browser: Browser, node: ConsoleNode): Promise<FirstScreen> {
  const rounds: FirstScreen[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { page, context, session } = await openFreshWindow(browser, node);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.goto(`${node.configurationUrl}/console/`);
    await waitForSelector(session, '.says');
    await page.waitForTimeout(QUIET_MS);
    rounds.push(await page.evaluate(READ_ENTRIES));
    await context.close();
  }
  return rounds.sort((one, other) => one.largestPaintMs - other.largestPaintMs)[Math.floor(ROUNDS / 2)]!;
}

/**
 * Polls through the debugger, because the script that a locator injects takes longer to run than the page's own
 * scripts.
 */
async function waitForSelector(session: CDPSession, selector: string): Promise<void> {
  const expression = `document.querySelector(${JSON.stringify(selector)}) !== null`;
  for (let round = 0; round < SHOWN_MS / LOOK_MS; round += 1) {
    const { result } = await session.send('Runtime.evaluate', { expression });
    if (result.value === true) return;
    await pause(LOOK_MS);
  }
  throw new Error(`${selector} has not come`);
}

/** Returns the compressed size of the scripts, styles and HTML that each screen loads with an empty cache. */
export async function weighScreens(browser: Browser, node: ConsoleNode): Promise<Map<string, number>> {
  const weights = new Map<string, number>();
  for (const route of listConsoleRoutes()) {
    const address = fillRoute(route, node.subjects);
    if (address === undefined) continue;
    const { page, context, session } = await openFreshWindow(browser, node);
    const ofConsole = new Set<string>();
    let bytes = 0;
    await session.send('Network.enable');
    session.on('Network.requestWillBeSent', ({ requestId, request }) => {
      const { pathname } = new URL(request.url);
      const isOurs = pathname.startsWith('/console/') && !pathname.startsWith('/console/repository/');
      if (isOurs) ofConsole.add(requestId);
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (ofConsole.has(requestId)) bytes += encodedDataLength;
    });
    await page.goto(`${node.configurationUrl}/console${address}`);
    await waitUntilSettled(page);
    await page.waitForTimeout(300);
    weights.set(route, bytes);
    await context.close();
  }
  return weights;
}

interface FreshWindow {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly session: CDPSession;
}

/** Opens a new logged-in window with an empty cache. */
async function openFreshWindow(browser: Browser, node: ConsoleNode): Promise<FreshWindow> {
  const opened = await openConsole(browser, node.configurationUrl);
  await logIn(opened, node.user, node.password);
  const cookies = await opened.context.cookies();
  await opened.context.close();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  await context.addCookies(cookies);
  const page = await context.newPage();
  return { page, context, session: await context.newCDPSession(page) };
}

const READ_ENTRIES = `new Promise((resolve) => {
  const read = (type) => new Promise((done) => {
    const found = [];
    const observer = new PerformanceObserver((list) => found.push(...list.getEntries()));
    observer.observe({ type, buffered: true });
    setTimeout(() => { observer.disconnect(); done(found); }, 50);
  });
  Promise.all([read('paint'), read('largest-contentful-paint'), read('longtask')]).then(([paints, largest, long]) => {
    const first = paints.find(({ name }) => name === 'first-contentful-paint').startTime;
    resolve({
      firstPaintMs: first,
      largestPaintMs: largest.at(-1).startTime,
      interactiveMs: Math.max(first, ...long.map(({ startTime, duration }) => startTime + duration)),
      blockedMs: long.reduce((sum, { duration }) => sum + duration - 50, 0),
      longestTaskMs: Math.max(0, ...long.map(({ duration }) => duration)),
    });
  });
})`;
