// Schemathesis from PyPI in a virtualenv of its own that is made once per machine. Running it is not here.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cachedTool } from '@holdfast/testkit';
import { pythonEnvironment } from '../pywb/env.ts';

const version = '4.32.5';
const requirements = fileURLToPath(new URL('../../src/schemathesis/requirements.txt', import.meta.url));
const makeTimeoutMs = 4 * 60_000;

/** Its program, or why there is none, in words. */
export type InstalledSchemathesis = { program: string } | { missing: string };

export async function installedSchemathesis(): Promise<InstalledSchemathesis> {
  try {
    const home = await cachedTool({ name: `schemathesis-${version}`, make, makeTimeoutMs });
    const program = join(home, 'bin', 'python');
    await run(program, ['-c', 'import schemathesis.cli']);
    return { program };
  } catch (error) {
    return { missing: `Schemathesis ${version} ${(error as Error).message}` };
  }
}

async function make(folder: string): Promise<void> {
  process.stderr.write(`installing Schemathesis ${version}, once: some ten seconds\n`);
  await run('python3', ['-m', 'venv', folder]);
  const pip = ['-m', 'pip', '--quiet', '--retries', '1', '--timeout', '10', 'install'];
  await run(join(folder, 'bin', 'python'), [...pip, '--requirement', requirements]);
  await run(join(folder, 'bin', 'python'), ['-c', 'import schemathesis.cli']);
}

async function run(command: string, args: string[]): Promise<void> {
  try {
    await promisify(execFile)(command, args, { env: pythonEnvironment(), timeout: makeTimeoutMs });
  } catch (error) {
    throw new Error(reasonOf(command, error as Failure));
  }
}

type Failure = NodeJS.ErrnoException & { stderr?: string; killed?: boolean };

function reasonOf(command: string, error: Failure): string {
  if (error.code === 'ENOENT') return `could not be run: there is no ${command} on this machine`;
  if (error.killed) return `could not be installed in ${makeTimeoutMs / 60_000} minutes`;
  return `could not be installed: ${(error.stderr || error.message).trim().split('\n').at(-1)}`;
}
