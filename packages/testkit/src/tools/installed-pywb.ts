// pywb from PyPI, unmodified.

import { fileURLToPath } from 'node:url';
import { type InstalledTool, pythonTool } from './python-tool.ts';

export const PYWB_VERSION = '2.10.0';

const requirements = fileURLToPath(new URL('../../fixtures/python/pywb.txt', import.meta.url));

export const installedPywb = (): Promise<InstalledTool> =>
  pythonTool({ name: 'pywb', version: PYWB_VERSION, module: 'pywb.apps.cli', install: pywbWith() });

/** What pip is to install for pywb, and for what others need beside it: files of requirements. */
export function pywbWith(...others: readonly string[]): string[][] {
  const files = [requirements, ...others].flatMap((file) => ['--requirement', file]);
  // Some of them come as sources: those are built with the setuptools just installed, not with the newest.
  return [['setuptools==80.9.0'], ['--no-build-isolation', ...files]];
}
