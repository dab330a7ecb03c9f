// Downloads the unmodified ReplayWeb.page from npm: two scripts that a web site includes.
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installCachedTool } from '@holdfast/testkit';

const version = '2.5.3';
const makeTimeoutMs = 3 * 60_000;

/** Returns the folder of the scripts, or the reason why they are not available. */
export async function installReplayWeb(): Promise<{ folder: string } | { missing: string }> {
  try {
    const home = await installCachedTool({ name: `replaywebpage-${version}`, make, makeTimeoutMs });
    return { folder: join(home, 'package') };
  } catch (error) {
    return {
      missing: `ReplayWeb.page ${version} could not be had: ${(error as Error).message.split('\n')[0]}`,
    };
  }
}

async function make(folder: string): Promise<void> {
  process.stderr.write(`fetching ReplayWeb.page ${version}, once\n`);
  await mkdir(folder, { recursive: true });
  const options = { timeout: makeTimeoutMs, cwd: folder };
  await promisify(execFile)('npm', ['pack', '--silent', `replaywebpage@${version}`], options);
  await promisify(execFile)('tar', ['-xzf', `replaywebpage-${version}.tgz`], options);
}
