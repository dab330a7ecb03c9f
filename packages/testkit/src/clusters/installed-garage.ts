// Installs unmodified Garage from crates.io. Builds it once per machine, which takes 15 minutes on two processors.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findCacheFolder, makeCargoEnvironment } from '../s3/env.ts';
import { installCachedTool } from '../tools/cached-tool.ts';
import type { InstalledServer } from './cluster.ts';

export const GARAGE_VERSION = '2.5.0';

const NAME = `garage-${GARAGE_VERSION}`;
const MAKE_TIMEOUT_MS = 90 * 60_000;

export async function installGarage(): Promise<InstalledServer> {
  try {
    const home = await installCachedTool({ name: NAME, make: buildGarage, makeTimeoutMs: MAKE_TIMEOUT_MS });
    return { program: programIn(home) };
  } catch (error) {
    return { missing: `Garage ${GARAGE_VERSION} ${(error as Error).message}` };
  }
}

/** Finds an existing installation. Does not build Garage. */
export function findCachedGarage(): InstalledServer {
  const program = programIn(join(findCacheFolder(), NAME));
  if (existsSync(program)) return { program };
  return { missing: `Garage ${GARAGE_VERSION} is not built: npm run drill -- object-stores does it` };
}

/** Builds Garage with its default database engine and without features that tests do not use. */
async function buildGarage(folder: string): Promise<void> {
  process.stderr.write(`building Garage ${GARAGE_VERSION}, once: a quarter of an hour or more\n`);
  const target = join(folder, 'target');
  const what = ['garage', '--version', GARAGE_VERSION, '--locked'];
  const features = ['--no-default-features', '--features', 'bundled-libs,lmdb'];
  try {
    await promisify(execFile)('cargo', ['install', '--quiet', ...what, ...features, '--root', folder], {
      env: makeCargoEnvironment(target),
      timeout: MAKE_TIMEOUT_MS,
      maxBuffer: 16 * 1024 * 1024,
    });
  } catch (error) {
    throw new Error(explainBuildFailure(error as Failure));
  }
  await rm(target, { recursive: true, force: true });
}

type Failure = NodeJS.ErrnoException & { stderr?: string; killed?: boolean };

function explainBuildFailure(error: Failure): string {
  if (error.code === 'ENOENT') return 'cannot be built: there is no cargo on this machine';
  if (error.killed) return `could not be built in ${MAKE_TIMEOUT_MS / 60_000} minutes`;
  const said = (error.stderr || error.message).trim().split('\n');
  return `could not be built: ${said.findLast((line) => line.startsWith('error')) ?? said.at(-1)}`;
}

function programIn(home: string): string {
  return join(home, 'bin', 'garage');
}
