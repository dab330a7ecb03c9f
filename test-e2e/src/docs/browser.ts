// Starts the installed Chromium, headless and without background network traffic.
import { existsSync } from 'node:fs';
import { addCleanup } from '@holdfast/testkit';
import { type Browser, chromium } from 'playwright-core';
import { readChromiumProgram } from '../support/env.ts';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
];
const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage'];

/** Returns the path of an installed Chromium, or undefined if none is installed. */
export function findInstalledBrowser(): string | undefined {
  return readChromiumProgram() ?? places.find((place) => existsSync(place));
}

/** Opens the browser, which closes at the end of the test file. */
export async function openBrowser(executablePath: string): Promise<Browser> {
  const browser = await chromium.launch({ executablePath, headless: true, args });
  addCleanup(() => browser.close());
  return browser;
}
