// Brings what the project runs on: the pinned Node and pnpm (toolchain/), then the workspace's packages, then the
// build. Runs on any Node ≥ 20 with npm alone, and does only what is missing, so that every command may call it. What
// runs the node needs less than what checks it: linter, compiler and test tools come when a command first wants them.
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
import { delimiter, join, relative } from 'node:path';
import { reportedBuild } from './reported-build.mjs';
import { staleProjects } from './stale.mjs';
import { closureOf, membersOfWorkspace, root } from './workspace.mjs';

export { root };

const toolchain = join(root, 'toolchain');
const binaries = join(toolchain, 'node_modules', '.bin');
const platform = `${process.platform}-${process.arch}`;
const pnpmPackage = join(toolchain, 'node_modules', '@pnpm', `exe.${platform}`);
const marks = join(root, '.cache', 'bootstrap');

/** What `npm start` and `./holdfast` run. */
const programs = ['repository-service', 'config-service', 'bridge', 'standalone', 'cli'].map(
  (name) => `@holdfast/${name}`,
);

/** Environment in which `node` and `pnpm` are the pinned ones. */
export const environment = { ...process.env, PATH: [binaries, process.env.PATH].join(delimiter) };

/**
 * Installs and builds what is missing; prints only when there is something to wait for. `toRun`: no more than the node
 * and its command line need. `keepPnpm`: it is wanted afterwards. `types`: checks the types, too, and writes the
 * declarations that checks of tests read.
 */
export async function bootstrap({ toRun = false, keepPnpm = !toRun, build = true, types = false } = {}) {
  installToolchain(keepPnpm);
  installPackages({ toRun, keepPnpm });
  if (build) compile(toRun ? programs : undefined);
  if (types) await declareTypes();
}

/** Makes JavaScript of what has changed of these packages and of all that they need; of everything when none is named. */
export function compile(names) {
  const members = membersOfWorkspace();
  const wanted = names === undefined ? members.keys() : closureOf(names, members);
  const stale = staleProjects([...wanted].map((name) => members.get(name).path));
  if (stale.length === 0) return;
  say('Compiling…');
  run('node', ['--disable-warning=ExperimentalWarning', join('scripts', 'compile.mjs'), ...stale]);
}

/** Runs a command to its end in the project's folder, or ends this process with its exit code. */
export function run(command, args, options = {}) {
  const { status, signal, error } = spawnSync(command, args, {
    cwd: root,
    env: environment,
    stdio: 'inherit',
    ...options,
  });
  if (error) throw error;
  if (status !== 0) fail(`${command} ${args.join(' ')}`, status, signal);
}

export function say(sentence) {
  console.error(sentence);
}

function installToolchain(withPnpm) {
  const [node, pnpm] = ['node', 'pnpm'].map((name) => join(binaries, name));
  const isThere = existsSync(node) && (!withPnpm || existsSync(pnpm));
  onceFor('toolchain', ['toolchain/package-lock.json'], isThere, () => {
    say(existsSync(node) ? 'Installing the pinned pnpm…' : 'Installing the pinned Node and pnpm…');
    const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--progress=false', '--loglevel=error'];
    run('npm', ['install', '--no-save', '--prefer-offline', ...quiet], {
      cwd: toolchain,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    // pnpm's own package would be five copies of this one program.
    const program = join(pnpmPackage, 'pnpm');
    if (![program, node].every((file) => existsSync(file))) {
      say(
        'npm did not bring Node and pnpm: can it reach the package registry? They are there for Linux, x64 and arm64.',
      );
      process.exit(1);
    }
    chmodSync(program, 0o755);
    rmSync(pnpm, { force: true });
    symlinkSync(relative(binaries, program), pnpm);
    // What only those need who compile modules for Node: a third of it.
    const home = join(toolchain, 'node_modules', `node-${platform}`);
    for (const part of ['include', 'share']) rmSync(join(home, part), { recursive: true, force: true });
  });
}

/** Who has everything keeps everything, also when the lockfile has changed. */
function installPackages({ toRun, keepPnpm }) {
  const isThere = existsSync(join(root, 'node_modules', '.pnpm'));
  const hasAll = isThere && existsSync(join(marks, 'packages'));
  // Few downloads at once: on two processors as many as pnpm would begin took four times as long.
  const few = ['--network-concurrency=8', '--reporter=silent'];
  const how = ['install', '--frozen-lockfile', '--config.confirm-modules-purge=false', ...few];
  if (!toRun || hasAll) {
    onceFor('packages', ['pnpm-lock.yaml'], isThere, () => {
      installToolchain(true);
      say(isThere && !hasAll ? 'Installing what checks and tests…' : 'Installing packages…');
      run('pnpm', how);
    });
    return;
  }
  onceFor('packages-to-run', ['pnpm-lock.yaml'], isThere, () => {
    installToolchain(true);
    say('Installing packages…');
    rmSync(join(marks, 'packages'), { force: true });
    run('pnpm', [...programs.map((name) => `--filter-prod=${name}...`), ...how, '--prod']);
    dropSourceMaps(join(root, 'node_modules', '.pnpm'));
    if (keepPnpm) return;
    // As large as all that it has installed beside PostgreSQL; npm's cache has it when it is needed again.
    rmSync(join(binaries, 'pnpm'));
    rmSync(pnpmPackage, { recursive: true });
  });
}

/** What only a debugger would load of others' packages: a tenth of what they take. */
function dropSourceMaps(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    // Links lead to other packages and to our own; Node 24 follows them where it walks folders by itself.
    if (entry.isDirectory()) dropSourceMaps(path);
    else if (entry.isFile() && /\.[cm]?(?:js|css|ts)\.map$/.test(entry.name)) rmSync(path);
  }
}

async function declareTypes() {
  const compiler = join('node_modules', 'typescript', 'bin', 'tsc');
  const { status, signal } = await reportedBuild(say, ['node', compiler, '--build'], {
    cwd: root,
    env: environment,
  });
  if (status !== 0) fail('tsc --build', status, signal);
}

function fail(command, status, signal) {
  console.error(`${command} ended with ${signal ?? `exit code ${status}`}`);
  process.exit(status ?? 1);
}

/** Runs a step unless it was done before for these very files. */
function onceFor(step, files, present, action) {
  const mark = join(marks, step);
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(join(root, file)));
  const wanted = hash.digest('hex');
  if (present && existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return;
  action();
  mkdirSync(marks, { recursive: true });
  writeFileSync(mark, wanted);
}
