// Brings what the project runs on: the pinned Node and pnpm (toolchain/), then the workspace's packages, then the
// build. Runs on any Node ≥ 20 with npm alone, and does only what is missing, so that every command may call it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reportedBuild } from './reported-build.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));
const toolchain = join(root, 'toolchain');
const binaries = join(toolchain, 'node_modules', '.bin');

/** Environment in which `node` and `pnpm` are the pinned ones. */
export const environment = { ...process.env, PATH: [binaries, process.env.PATH].join(delimiter) };

/** Installs and builds what is missing; prints only when there is something to wait for. */
export async function bootstrap({ build = true } = {}) {
  onceFor('toolchain', ['toolchain/package-lock.json'], existsSync(join(binaries, 'pnpm')), () => {
    say('Installing the pinned Node and pnpm…');
    run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--progress=false', '--loglevel=error'], {
      cwd: toolchain,
    });
  });
  onceFor('packages', ['pnpm-lock.yaml'], existsSync(join(root, 'node_modules', 'typescript')), () => {
    say('Installing packages…');
    run('pnpm', ['install', '--frozen-lockfile', '--reporter=silent']);
  });
  if (build) await compile();
}

/** Compiles what has changed of these projects and of all they need; of everything when none is named. */
export async function compile(projects = []) {
  const compiler = join('node_modules', 'typescript', 'bin', 'tsc');
  const { status, signal } = await reportedBuild(say, ['node', compiler, '--build', ...projects], {
    cwd: root,
    env: environment,
  });
  if (status !== 0) fail('tsc --build', status, signal);
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

function fail(command, status, signal) {
  console.error(`${command} ended with ${signal ?? `exit code ${status}`}`);
  process.exit(status ?? 1);
}

/** Runs a step unless it was done before for these very files. */
function onceFor(step, files, present, action) {
  const marks = join(root, '.cache', 'bootstrap');
  const mark = join(marks, step);
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(join(root, file)));
  const wanted = hash.digest('hex');
  if (present && existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return;
  action();
  mkdirSync(marks, { recursive: true });
  writeFileSync(mark, wanted);
}
