// Brings what the project runs on: pnpm (toolchain/), which npm can bring, then the workspace's packages with the pinned
// Node among them, then the build. Runs on any Node ≥ 20 with npm alone, and does only what is missing, so that every
// command may call it. What runs the node needs less than what checks it: linter, compiler and test tools come when a
// command first wants them, as does what only some nodes run (on-demand.mjs).
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
import { reportedBuild } from './reported-build.mjs';
import { staleProjects } from './stale.mjs';
import { closureOf, membersOfWorkspace, root } from './workspace.mjs';

export { root };

const toolchain = join(root, 'toolchain');
const modules = join(root, 'node_modules');
const installed = join(modules, '.pnpm');
const pnpm = join(toolchain, 'node_modules', '.bin', 'pnpm');
const platform = `${process.platform}-${process.arch}`;
const pnpmPackage = join(toolchain, 'node_modules', '@pnpm', `exe.${platform}`);
const marks = join(root, '.cache', 'bootstrap');

/** What `npm start` and `./holdfast` run. */
const programs = ['repository-service', 'config-service', 'bridge', 'standalone', 'cli'].map(
  (name) => `@holdfast/${name}`,
);

/** Environment in which `node` and `pnpm` are the pinned ones. */
export const environment = {
  ...process.env,
  PATH: [join(modules, '.bin'), dirname(pnpm), process.env.PATH].join(delimiter),
};

/**
 * Installs and builds what is missing; prints only when there is something to wait for. `toRun`: no more than the node
 * and its command line need, and of what comes on demand what is `asked` for. `keepPnpm`: it is wanted afterwards.
 * `types`: checks the types, too, and writes the declarations that checks of tests read; `true`, or folders of projects.
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

function installPnpm() {
  onceFor('toolchain', 'toolchain/package-lock.json', { isThere: existsSync(pnpm) }, () => {
    say('Installing the pinned pnpm…');
    const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--progress=false', '--loglevel=error'];
    run('npm', ['install', '--no-save', '--prefer-offline', ...quiet], {
      cwd: toolchain,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    // pnpm's own package would be five copies of this one program.
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

/** Who has everything keeps everything, also when the lockfile has changed; and who had something on demand, that. */
function installPackages({ toRun, asked, keepPnpm }) {
  const isThere = existsSync(installed);
  const hasAll = isThere && existsSync(join(marks, 'packages'));
  // Few downloads at once: on two processors as many as pnpm would begin took four times as long.
  const few = ['--network-concurrency=8', '--reporter=silent'];
  const how = ['install', '--frozen-lockfile', '--config.confirm-modules-purge=false', ...few];
  if (!toRun || hasAll) {
    onceFor('packages', 'pnpm-lock.yaml', { isThere }, () => {
      installPnpm();
      say(isThere && !hasAll ? 'Installing what checks and tests…' : 'Installing packages…');
      run('pnpm', how);
      dropUnused();
    });
    return;
  }
  const had = isThere ? noted('packages-to-run') : [];
  const wanted = [...onDemand.keys()].filter((name) => asked.includes(name) || had.includes(name));
  const added = wanted.filter((name) => !had.includes(name)).map((name) => onDemand.get(name).brings);
  onceFor('packages-to-run', 'pnpm-lock.yaml', { isThere, notes: wanted }, () => {
    installPnpm();
    say(`Installing ${isThere && added.length > 0 ? added.join(' and ') : 'packages and the pinned Node'}…`);
    rmSync(join(marks, 'packages'), { force: true });
    const left = [...onDemand.keys()].filter((name) => !wanted.includes(name));
    const filters = ['holdfast', ...programs.map((name) => `${name}...`), ...left.map((name) => `!${name}`)];
    // The lockfile has the digest of every package. To hold it to what the registry knows of each of them, those of tests
    // too, all that it knows is fetched, which is more than the packages: a whole installation does that.
    run('pnpm', [...filters.map((one) => `--filter-prod=${one}`), ...how, '--prod', '--trust-lockfile']);
    dropUnused();
    dropSourceMaps(installed);
    if (keepPnpm) return;
    // As large as all that it has installed beside Node and PostgreSQL; npm's cache has it when it is needed again.
    rmSync(pnpm);
    rmSync(pnpmPackage, { recursive: true });
  });
}

/** Of Node what only those need who compile modules for it. */
function dropUnused() {
  const home = join(modules, `node-${platform}`);
  if (!existsSync(join(home, 'bin', 'node'))) {
    say('pnpm did not bring Node, which is there for Linux, x64 and arm64.');
    process.exit(1);
  }
  for (const part of ['include', 'share']) rmSync(join(home, part), { recursive: true, force: true });
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

/** Of the projects in these folders and of those that they need; of all when none is named. */
async function declareTypes(projects) {
  const compiler = join('node_modules', 'typescript', 'bin', 'tsc');
  const { status, signal } = await reportedBuild(say, ['node', compiler, '--build', ...projects], {
    cwd: root,
    env: environment,
  });
  if (status !== 0) fail('tsc --build', status, signal);
}

function fail(command, status, signal) {
  console.error(`${command} ended with ${signal ?? `exit code ${status}`}`);
  process.exit(status ?? 1);
}

/** Runs a step unless it was done before for this very file, and with these notes. */
function onceFor(step, file, { isThere, notes = [] }, action) {
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

/** What was noted of a step that was done. */
function noted(step) {
  const mark = join(marks, step);
  return existsSync(mark) ? readFileSync(mark, 'utf8').split(' ').slice(1) : [];
}
