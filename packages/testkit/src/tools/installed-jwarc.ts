// Downloads jwarc from Maven Central, once per machine. Java must already be installed.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installCachedTool } from './cached-tool.ts';

const version = '0.31.1';
const makeTimeoutMs = 3 * 60_000;
const path = `org/netpreserve/jwarc/${version}/jwarc-${version}.jar`;

/** Downloads jwarc if it is missing. Returns its path, or the reason why it cannot be used. */
export async function installJwarc(): Promise<{ jar: string } | { missing: string }> {
  try {
    await promisify(execFile)('java', ['-version']);
    const home = await installCachedTool({ name: `jwarc-${version}`, make: downloadJwarc, makeTimeoutMs });
    return { jar: join(home, path) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'there is no java or no mvn on this machine' : message.split('\n')[0];
    return { missing: `jwarc ${version} cannot be run: ${reason}` };
  }
}

async function downloadJwarc(folder: string): Promise<void> {
  process.stderr.write(`fetching jwarc ${version}, once\n`);
  const artifact = `-Dartifact=org.netpreserve:jwarc:${version}`;
  const options = ['--batch-mode', '--quiet', `-Dmaven.repo.local=${folder}`];
  await promisify(execFile)('mvn', [...options, 'dependency:get', artifact], { timeout: makeTimeoutMs });
}
