// Installs Python programs from PyPI for judges (`*.judge.ts`), each in a separate virtualenv, once per machine.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makePythonEnvironment } from '../env.ts';
import type { JestGlobals } from '../jest-globals.ts';
import { installCachedTool } from './cached-tool.ts';

export interface PythonTool {
  /** Display name of the tool. */
  readonly name: string;
  readonly version: string;
  /** Python module of the tool. The tool is installed if this module can be imported. */
  readonly module: string;
  /** pip arguments for each step of the installation. */
  readonly install: readonly (readonly string[])[];
}

/** Path of the virtualenv's Python, or the reason why the tool is not installed. */
export type InstalledTool = { python: string } | { missing: string };

export const PYTHON_MAKE_TIMEOUT_MS = 4 * 60_000;
const pip = ['-m', 'pip', '--quiet', '--retries', '1', '--timeout', '10', 'install'];

export async function installPythonTool(tool: PythonTool): Promise<InstalledTool> {
  const { name, version, module } = tool;
  try {
    const make = (folder: string) => installTool(tool, folder);
    const home = await installCachedTool({
      name: `${name.toLowerCase()}-${version}`,
      make,
      makeTimeoutMs: PYTHON_MAKE_TIMEOUT_MS,
    });
    const python = pythonOf(home);
    await runCommand(python, ['-c', `import ${module}`]);
    return { python };
  } catch (error) {
    return { missing: `${name} ${version} ${(error as Error).message}` };
  }
}

const SURT_VERSION = '0.3.1';

/** Installs the Python package `surt`, the reference implementation of SURT. */
export function installSurt(): Promise<InstalledTool> {
  const install = [[`surt==${SURT_VERSION}`]];
  return installPythonTool({ name: 'python-surt', version: SURT_VERSION, module: 'surt', install });
}

/** Calls `describe` if the tool is available. Otherwise prints a message and adds a skipped test. */
export function describeWithTool(tool: InstalledTool, name: string, body: (python: string) => void): void {
  const { describe, it } = globalThis as unknown as JestGlobals;
  if ('python' in tool) {
    const { python } = tool;
    describe(name, () => body(python));
    return;
  }
  process.stderr.write(`NOT RUN: "${name}": ${tool.missing}.\n`);
  it.skip(name, () => undefined);
}

async function installTool({ name, version, module, install }: PythonTool, folder: string): Promise<void> {
  process.stderr.write(`installing ${name} ${version}, once: half a minute or so\n`);
  await installWithPip(folder, install);
  await runCommand(pythonOf(folder), ['-c', `import ${module}`]);
}

/** Creates a virtualenv in the folder and installs the tool in it. The tool's programs are in `bin`. */
export async function installWithPip(folder: string, steps: PythonTool['install']): Promise<void> {
  await runCommand('python3', ['-m', 'venv', folder]);
  for (const step of steps) await runCommand(pythonOf(folder), [...pip, ...step]);
}

function pythonOf(folder: string): string {
  return join(folder, 'bin', 'python');
}

async function runCommand(command: string, args: string[]): Promise<void> {
  try {
    await promisify(execFile)(command, args, {
      env: makePythonEnvironment(),
      timeout: PYTHON_MAKE_TIMEOUT_MS,
    });
  } catch (error) {
    throw new Error(describeFailure(command, error as CommandFailure));
  }
}

type CommandFailure = NodeJS.ErrnoException & { stderr?: string; killed?: boolean };

function describeFailure(command: string, error: CommandFailure): string {
  if (error.code === 'ENOENT') return `could not be run: there is no ${command} on this machine`;
  if (error.killed) return `could not be installed in ${PYTHON_MAKE_TIMEOUT_MS / 60_000} minutes`;
  return `could not be installed: ${(error.stderr || error.message).trim().split('\n').at(-1)}`;
}
