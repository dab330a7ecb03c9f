// Declares tests that need a real browser.
import { describe } from '@jest/globals';
import { findInstalledBrowser } from './browser.ts';

/** Declares a test suite. Skips it with a message if no browser is installed. */
export function describeWithBrowser(name: string, body: (executablePath: string) => void): void {
  const found = findInstalledBrowser();
  if (found !== undefined) {
    describe(name, () => body(found));
    return;
  }
  process.stderr.write(`NOT RUN: "${name}" needs Chromium, which is not installed on this machine.\n`);
  describe.skip(name, () => body(''));
}
