// Installs py-wacz, bagit-python and warcio from PyPI in one virtualenv.
import { fileURLToPath } from 'node:url';
import { type InstalledTool, installPythonTool } from '@holdfast/testkit';

const requirements = fileURLToPath(new URL('./requirements.txt', import.meta.url));

export const installValidators = (): Promise<InstalledTool> =>
  installPythonTool({
    name: 'export-validators',
    version: '1',
    module: 'wacz.main, bagit, warcio.cli',
    install: [['--requirement', requirements]],
  });
