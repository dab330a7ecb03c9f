// pywb from PyPI, unmodified.

import { fileURLToPath } from 'node:url';
import { type InstalledTool, pythonTool } from './python-tool.ts';

const requirements = fileURLToPath(new URL('../fixtures/python/pywb.txt', import.meta.url));

export const installedPywb = (): Promise<InstalledTool> =>
  pythonTool({
    name: 'pywb',
    version: '2.10.0',
    module: 'pywb.apps.cli',
    install: [
      ['setuptools==80.9.0'],
      // Some of them come as sources: those are built with the setuptools just installed, not with the newest.
      ['--no-build-isolation', '--requirement', requirements],
    ],
  });
