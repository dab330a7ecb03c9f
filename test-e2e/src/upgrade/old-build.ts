// Builds an earlier revision of the project in a temporary folder: exports it from git, installs its packages and
// compiles it.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTemporaryFolder, startProcess } from '@holdfast/testkit';

export interface OldBuild {
  folder: string;
  /** Abbreviated commit and subject, such as `1a2b3c4 Add a feature`. */
  commit: string;
}

const project = fileURLToPath(new URL('../../..', import.meta.url));

/** Builds a revision. Needs git, and the package registry if packages are missing from pnpm's store. */
export async function buildOldRevision(revision: string): Promise<OldBuild> {
  const commit = git('log', '-1', '--format=%h %s', revision, '--');
  const folder = join(await createTemporaryFolder(), 'project');
  await mkdir(folder);
  const unpack = 'git -C "$1" archive "$2" | tar --extract --directory "$3"';
  await run('bash', ['-o', 'pipefail', '-c', unpack, 'bash', project, revision, folder]);
  await copyToolchain(folder);
  await run(process.execPath, [join(folder, 'scripts/build.mjs')], folder);
  return { folder, commit };
}

/** Copies the toolchain of the current build if both have the same versions, because downloading it is slow. */
async function copyToolchain(folder: string): Promise<void> {
  const [ours, its] = [join(project, 'toolchain'), join(folder, 'toolchain')];
  const locks = [ours, its].map((place) => join(place, 'package-lock.json'));
  if (!locks.every((lock) => existsSync(lock))) return;
  const [here, there] = await Promise.all(locks.map((lock) => readFile(lock, 'utf8')));
  if (here !== there) return;
  const mark = '.cache/bootstrap/toolchain';
  await cp(join(ours, 'node_modules'), join(its, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  await mkdir(join(folder, '.cache/bootstrap'), { recursive: true });
  await cp(join(project, mark), join(folder, mark));
}

function git(...words: string[]): string {
  return execFileSync('git', words, {
    cwd: project,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
}

async function run(command: string, words: readonly string[], cwd?: string): Promise<void> {
  const started = await startProcess(command, words, cwd === undefined ? {} : { cwd });
  const { code } = await started.exited;
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${started.output().slice(-4_000)}`);
}
