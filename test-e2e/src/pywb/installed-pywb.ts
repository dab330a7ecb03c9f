// pywb from PyPI, unmodified, in a virtualenv of its own that is made once per machine. Starting it is not here.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cachedTool } from '@holdfast/testkit';
import { pythonEnvironment } from './env.ts';

const version = '2.10.0';
const setuptools = 'setuptools==80.9.0';
const requirements = fileURLToPath(new URL('./requirements.txt', import.meta.url));
const makeTimeoutMs = 4 * 60_000;

/** The Python that has pywb, or why there is none, in words. */
export type InstalledPywb = { python: string } | { missing: string };

export async function installedPywb(): Promise<InstalledPywb> {
  try {
    const home = await cachedTool({ name: `pywb-${version}`, make, makeTimeoutMs });
    const python = pythonOf(home);
    await run(python, ['-c', 'import pywb.apps.cli']);
    return { python };
  } catch (error) {
    return { missing: `pywb ${version} ${(error as Error).message}` };
  }
}

async function make(folder: string): Promise<void> {
  process.stderr.write(`installing pywb ${version}, once: half a minute or more\n`);
  await run('python3', ['-m', 'venv', folder]);
  const pip = ['-m', 'pip', '--quiet', '--retries', '1', '--timeout', '10', 'install'];
  await run(pythonOf(folder), [...pip, setuptools]);
  // Some of them come as sources: those are built with the setuptools just installed, not with the newest.
  await run(pythonOf(folder), [...pip, '--no-build-isolation', '--requirement', requirements]);
  await run(pythonOf(folder), ['-c', 'import pywb.apps.cli']);
}

function pythonOf(folder: string): string {
  return join(folder, 'bin', 'python');
}

async function run(command: string, args: string[]): Promise<void> {
  try {
    await promisify(execFile)(command, args, { env: pythonEnvironment(), timeout: makeTimeoutMs });
  } catch (error) {
    throw new Error(
      reasonOf(command, error as NodeJS.ErrnoException & { stderr?: string; killed?: boolean }),
    );
  }
}

function reasonOf(
  command: string,
  error: NodeJS.ErrnoException & { stderr?: string; killed?: boolean },
): string {
  if (error.code === 'ENOENT') return `could not be run: there is no ${command} on this machine`;
  if (error.killed) return `could not be installed in ${makeTimeoutMs / 60_000} minutes`;
  const said = (error.stderr || error.message).trim().split('\n');
  return `could not be installed: ${said.at(-1)}`;
}
