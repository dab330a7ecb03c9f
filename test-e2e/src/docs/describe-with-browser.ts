// Tests in a real browser, where there is one.
import { describe } from '@jest/globals';
import { installedBrowser } from './browser.ts';

/** Tests that need the browser; where there is none they say so and are skipped. */
export function describeWithBrowser(name: string, body: (executablePath: string) => void): void {
  const found = installedBrowser();
  if (found !== undefined) {
    describe(name, () => body(found));
    return;
  }
  process.stderr.write(`NOT RUN: "${name}" needs Chromium, which is not installed on this machine.\n`);
  describe.skip(name, () => body(''));
}
