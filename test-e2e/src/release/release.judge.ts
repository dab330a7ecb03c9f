// Covers: services packages scripts docs/runbooks/expose.md README.md examples
// Short run of `npm run drill -- release`: uses the self-contained archive of the working copy as a user without npm,
// behind Caddy and behind nginx with TLS.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { findInstalledBrowser } from '../docs/browser.ts';
import { isInstalled } from '../proxies/run-proxy.ts';
import { buildPrograms } from './build-programs.ts';
import { unpackArchive } from './unpacked-node.ts';
import { useBehindProxies } from './use-release.ts';

const IMPORT_BYTES = 50e6;
const canRun = isInstalled('caddy') && isInstalled('nginx') && findInstalledBrowser() !== undefined;
if (!canRun) console.warn('The archive is not used: Caddy, nginx, openssl or Chromium is not installed.');

(canRun ? it : it.skip)(
  'the archive works as the README says, behind both proxies',
  async () => {
    const scratch = await createTemporaryFolder();
    const build = join(scratch, 'build');
    await mkdir(build);
    const programs = await unpackArchive(await buildPrograms(build, '0'), '0', scratch);
    const uses = await useBehindProxies(programs, IMPORT_BYTES);
    expect(uses.map(({ proxy }) => proxy)).toEqual(['caddy', 'nginx']);
  },
  15 * 60_000,
);
