// Builds the S3 test server from the Go module proxy, once per machine, in the user's cache folder. If several
// processes need the binary, one of them builds it while the others wait. A rename publishes the finished binary.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withFileLock } from '../file-lock.ts';
import { findCacheFolder, makeGoEnvironment } from './env.ts';

export const VERSITYGW_VERSION = 'v1.8.0';

const MODULE = 'github.com/versity/versitygw/cmd/versitygw';
const BUILD_TIMEOUT_MS = 8 * 60_000;

/** Returns the path of the binary. Builds it if necessary, which takes a minute or two. Rejects if the build fails. */
export async function buildVersitygw(folder: string = findCacheFolder()): Promise<string> {
  const home = join(folder, `versitygw-${VERSITYGW_VERSION}`);
  const binary = join(home, 'versitygw');
  if (await isExecutable(binary)) return binary;
  await mkdir(home, { recursive: true });
  return withFileLock({ path: join(home, 'building'), patienceMs: 2 * BUILD_TIMEOUT_MS }, async () => {
    if (!(await isExecutable(binary))) await compileServer(home, binary);
    return binary;
  });
}

async function compileServer(home: string, binary: string): Promise<void> {
  const scratch = join(home, `build-${randomUUID()}`);
  await mkdir(scratch);
  process.stderr.write(
    `building the S3 test server (versitygw ${VERSITYGW_VERSION}), once: a minute or two\n`,
  );
  try {
    await runGoInstall(scratch);
    await rename(join(scratch, 'versitygw'), binary);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/**
 * Compiles two packages at a time, to suit small machines. Omits debug symbols, which would double the binary's size.
 */
async function runGoInstall(binFolder: string): Promise<void> {
  const args = ['install', '-p', '2', '-trimpath', '-ldflags', '-s -w', `${MODULE}@${VERSITYGW_VERSION}`];
  try {
    await promisify(execFile)('go', args, {
      cwd: binFolder,
      env: makeGoEnvironment(binFolder),
      timeout: BUILD_TIMEOUT_MS,
      maxBuffer: 16 * 1024 * 1024,
    });
  } catch (error) {
    throw new Error(
      describeGoFailure(error as NodeJS.ErrnoException & { stderr?: string; killed?: boolean }),
    );
  }
}

function describeGoFailure(error: NodeJS.ErrnoException & { stderr?: string; killed?: boolean }): string {
  if (error.code === 'ENOENT') return 'there is no Go on this machine';
  if (error.killed) return `go install took longer than ${BUILD_TIMEOUT_MS / 60_000} minutes`;
  const said = (error.stderr ?? error.message).trim().split('\n');
  return `go install failed: ${said.filter((line) => !line.startsWith('go: downloading')).at(-1)}`;
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
