// Installs and builds the project: installs pnpm (toolchain/) with npm, then the packages of the workspace including
// the pinned Node, then builds. Needs only npm and Node ≥ 20. Every command may call it, because it skips steps that
// are already done. Linter, compiler, test tools and a node's optional packages (on-demand.mjs) are installed when a
// command first needs them.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { onDemand } from './on-demand.mjs';
import { buildWithProgress } from './reported-build.mjs';
import { findStaleFolders } from './stale.mjs';
import { addDependencies, listWorkspaceMembers, root } from './workspace.mjs';

export { root };

const toolchain = join(root, 'toolchain');
const modules = join(root, 'node_modules');
const installed = join(modules, '.pnpm');
const pnpm = join(toolchain, 'node_modules', '.bin', 'pnpm');
const platform = `${process.platform}-${process.arch}`;
const pnpmPackage = join(toolchain, 'node_modules', '@pnpm', `exe.${platform}`);
const marks = join(root, '.cache', 'bootstrap');

/** Packages that `npm start` and `./holdfast` run. */
const programs = ['repository-service', 'config-service', 'bridge', 'standalone', 'cli'].map(
  (name) => `@holdfast/${name}`,
);

/** Path of the pinned Node. */
export const pinnedNode = join(modules, `node-${platform}`, 'bin', 'node');

/** Environment variables with which `node` and `pnpm` are the pinned versions. */
export const environment = {
  ...process.env,
  PATH: [join(modules, '.bin'), dirname(pnpm), process.env.PATH].join(delimiter),
};

/**
 * Installs missing packages and compiles changed sources. Prints messages only while the user has to wait. Options:
 * - `toRun`: installs only the packages that the node and its CLI need, and the on-demand packages named in `asked`.
 * - `keepPnpm`: does not remove pnpm afterwards.
 * - `build`: false to skip compilation.
 * - `types`: true, or the folders of projects. Checks types, and writes the declarations for type-checking the tests.
 */
export async function bootstrap({
  toRun = false,
  asked = [],
  keepPnpm = !toRun,
  build = true,
  types = false,
} = {}) {
  if (keepPnpm) installPnpm();
  installPackages({ toRun, asked, keepPnpm });
  if (build) compile(toRun ? programs : undefined);
  if (types) await declareTypes(types === true ? [] : types);
}

/** Compiles the changed sources of these packages and their dependencies, or of all packages. */
export function compile(names) {
  const members = listWorkspaceMembers();
  const wanted = names === undefined ? members.keys() : addDependencies(names, members);
  const stale = findStaleFolders([...wanted].map((name) => members.get(name).path));
  if (stale.length === 0) return;
  say('Compiling…');
  run('node', ['--disable-warning=ExperimentalWarning', join('scripts', 'compile.mjs'), ...stale]);
}

/** Runs a command in the project folder. If the command fails, ends this process with the command's exit code. */
export function run(command, args, options = {}) {
  const { status, signal, error } = spawnSync(command, args, {
    cwd: root,
    env: environment,
    stdio: 'inherit',
    ...options,
  });
  if (error) throw error;
  if (status !== 0) exitWithFailure(`${command} ${args.join(' ')}`, status, signal);
}

export function say(sentence) {
  console.error(sentence);
}

function installPnpm() {
  runOnce('toolchain', 'toolchain/package-lock.json', { isThere: existsSync(pnpm) }, () => {
    say('Installing the pinned pnpm…');
    const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--progress=false', '--loglevel=error'];
    run('npm', ['install', '--no-save', '--prefer-offline', ...quiet], {
      cwd: toolchain,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    // Links only the program of the platform package. The package `pnpm` would add five copies of this program.
    const program = join(pnpmPackage, 'pnpm');
    if (!existsSync(program)) {
      say('npm did not bring pnpm: can it reach the package registry? It is there for Linux, x64 and arm64.');
      process.exit(1);
    }
    chmodSync(program, 0o755);
    mkdirSync(dirname(pnpm), { recursive: true });
    rmSync(pnpm, { force: true });
    symlinkSync(relative(dirname(pnpm), program), pnpm);
  });
}

/**
 * Installs the packages. Also installs the packages of all tools if an earlier run has installed them. On-demand
 * packages stay installed.
 */
function installPackages({ toRun, asked, keepPnpm }) {
  const isThere = existsSync(installed);
  const hasAll = isThere && existsSync(join(marks, 'packages'));
  // Limits parallel downloads: on two processors, pnpm's default took four times as long.
  const few = ['--network-concurrency=8', '--reporter=silent'];
  const how = ['install', '--frozen-lockfile', '--config.confirm-modules-purge=false', ...few];
  if (!toRun || hasAll) {
    runOnce('packages', 'pnpm-lock.yaml', { isThere }, () => {
      installPnpm();
      say(isThere && !hasAll ? 'Installing what checks and tests…' : 'Installing packages…');
      run('pnpm', how);
      dropUnused();
    });
    return;
  }
  const had = isThere ? readNotes('packages-to-run') : [];
  const wanted = [...onDemand.keys()].filter((name) => asked.includes(name) || had.includes(name));
  const added = wanted.filter((name) => !had.includes(name)).map((name) => onDemand.get(name).brings);
  runOnce('packages-to-run', 'pnpm-lock.yaml', { isThere, notes: wanted }, () => {
    installPnpm();
    say(`Installing ${isThere && added.length > 0 ? added.join(' and ') : 'packages and the pinned Node'}…`);
    rmSync(join(marks, 'packages'), { force: true });
    const left = [...onDemand.keys()].filter((name) => !wanted.includes(name));
    const filters = ['holdfast', ...programs.map((name) => `${name}...`), ...left.map((name) => `!${name}`)];
    // Trusts the lockfile, which contains the digest of every package. Checking the lockfile against the registry would
    // download more than the packages themselves, so only a complete installation does that.
    run('pnpm', [...filters.map((one) => `--filter-prod=${one}`), ...how, '--prod', '--trust-lockfile']);
    dropUnused();
    dropSourceMaps(installed);
    if (keepPnpm) return;
    // Removes pnpm, which is as large as all other packages except Node and PostgreSQL. npm can reinstall pnpm from its
    // cache.
    rmSync(pnpm);
    rmSync(pnpmPackage, { recursive: true });
  });
}

/** Removes those files of Node that are only needed to compile native modules. */
function dropUnused() {
  if (!existsSync(pinnedNode)) {
    say('pnpm did not bring Node, which is there for Linux, x64 and arm64.');
    process.exit(1);
  }
  for (const part of ['include', 'share'])
    rmSync(join(dirname(pinnedNode), '..', part), { recursive: true, force: true });
}

/**
 * Removes the source maps of third-party packages, which only a debugger loads. They make up a tenth of the packages'
 * size.
 */
function dropSourceMaps(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    // Skips symbolic links, because they point to other packages. Node 24 would follow them in a recursive listing.
    if (entry.isDirectory()) dropSourceMaps(path);
    else if (entry.isFile() && /\.[cm]?(?:js|css|ts)\.map$/.test(entry.name)) rmSync(path);
  }
}

/**
 * Checks the types of these projects and their dependencies (default: all projects), and writes their type
 * declarations.
 */
async function declareTypes(projects) {
  const compiler = join('node_modules', 'typescript', 'bin', 'tsc');
  const { status, signal } = await buildWithProgress(say, ['node', compiler, '--build', ...projects], {
    cwd: root,
    env: environment,
  });
  if (status !== 0) exitWithFailure('tsc --build', status, signal);
}

function exitWithFailure(command, status, signal) {
  console.error(`${command} ended with ${signal ?? `exit code ${status}`}`);
  process.exit(status ?? 1);
}

/** Runs a step unless the content of `file` and the notes are the same as in the step's last recorded run. */
function runOnce(step, file, { isThere, notes = [] }, action) {
  const mark = join(marks, step);
  const digest = createHash('sha256')
    .update(readFileSync(join(root, file)))
    .digest('hex');
  const wanted = [digest, ...notes].join(' ');
  if (isThere && existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return;
  action();
  mkdirSync(marks, { recursive: true });
  writeFileSync(mark, wanted);
}

/** Returns the notes that were recorded with the last run of a step. */
function readNotes(step) {
  const mark = join(marks, step);
  return existsSync(mark) ? readFileSync(mark, 'utf8').split(' ').slice(1) : [];
}
