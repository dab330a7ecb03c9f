// Installs unmodified pywb from PyPI.

import { fileURLToPath } from 'node:url';
import { type InstalledTool, installPythonTool } from './python-tool.ts';

export const PYWB_VERSION = '2.10.0';

const requirements = fileURLToPath(new URL('../../fixtures/python/pywb.txt', import.meta.url));

export const installPywb = (): Promise<InstalledTool> =>
  installPythonTool({
    name: 'pywb',
    version: PYWB_VERSION,
    module: 'pywb.apps.cli',
    install: installPywbWith(),
  });

/** Returns the pip arguments for pywb and the requirements files in `others`. */
export function installPywbWith(...others: readonly string[]): string[][] {
  const files = [requirements, ...others].flatMap((file) => ['--requirement', file]);
  // Pins the version of setuptools, which builds packages that have no wheels.
  return [['setuptools==80.9.0'], ['--no-build-isolation', ...files]];
}
