// Installs Schemathesis from PyPI.

import { fileURLToPath } from 'node:url';
import { type InstalledTool, installPythonTool } from '@holdfast/testkit';

const requirements = fileURLToPath(new URL('./requirements.txt', import.meta.url));

export const installSchemathesis = (): Promise<InstalledTool> =>
  installPythonTool({
    name: 'Schemathesis',
    version: '4.32.5',
    module: 'schemathesis.cli',
    install: [['--requirement', requirements]],
  });
