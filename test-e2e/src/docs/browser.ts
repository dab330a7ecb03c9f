// The Chromium of this machine, without a window and without any business of its own on the network.
import { existsSync } from 'node:fs';
import { atEndOfFile } from '@holdfast/testkit';
import { type Browser, chromium } from 'playwright-core';
import { chromiumProgram } from '../support/env.ts';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
];
const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage'];

/** Where the browser is, or undefined where there is none. */
export function installedBrowser(): string | undefined {
  return chromiumProgram() ?? places.find((place) => existsSync(place));
}

/** Closed at the end of the test file. */
export async function openBrowser(executablePath: string): Promise<Browser> {
  const browser = await chromium.launch({ executablePath, headless: true, args });
  atEndOfFile(() => browser.close());
  return browser;
}
