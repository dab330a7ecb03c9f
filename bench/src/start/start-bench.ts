// Benchmark `start`: runs `npm start` in a fresh clone with empty caches until it prints "Holdfast is ready", then
// measures later starts. Needs git, npm and the package registry.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@holdfast/testkit';
import { readInheritedEnvironment } from '../env.ts';
import { computeMedian } from '../measure.ts';
import { createBenchFolder, removeFolder } from '../service/bench-folder.ts';
import { addInterruptCleanup } from '../service/interrupted.ts';
import { measureDiskBytes } from './disk.ts';
import { readTreeCpuSeconds } from './processes.ts';

export interface StartResult {
  /** Abbreviated commit and its subject, such as `1a2b3c4 Add exports`. */
  readonly commit: string;
  /** First start in the clone, including all downloads. */
  readonly fresh: StartCost;
  /** Median of later starts. */
  readonly later: StartCost;
  readonly diskBytes: {
    /** Bytes of Node and the package manager. */
    readonly toolchain: number;
    readonly packages: number;
    readonly compiled: number;
    /** Bytes of the files of the git clone. */
    readonly clone: number;
    /** Bytes of the data folder after the first start, with an empty database. */
    readonly data: number;
  };
}

export interface StartCost {
  readonly seconds: number;
  /** CPU time of all processes. */
  readonly cpuSeconds: number;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const READY = 'Holdfast is ready';

/** Measures each commit and returns its result. Does not include uncommitted changes. */
export async function runStartBench(commits: readonly string[], rounds: number): Promise<StartResult[]> {
  const results: StartResult[] = [];
  const folders: string[] = [];
  // Removes folders only at the end. For a few seconds after a deletion, ext4 checks the freed inodes for each new
  // file, which would slow down the next measurement.
  const end = addInterruptCleanup(() => Promise.all(folders.map(removeFolder)));
  try {
    for (const commit of commits) {
      const folder = await createBenchFolder();
      folders.push(folder);
      results.push(await measureCommit(commit, folder, rounds));
    }
    return results;
  } finally {
    await end();
  }
}

async function measureCommit(commit: string, folder: string, rounds: number): Promise<StartResult> {
  const clone = join(folder, 'clone');
  runGit('clone', '--quiet', '--no-checkout', root, clone);
  runGit(
    '-C',
    clone,
    'checkout',
    '--quiet',
    '--detach',
    runGit('-C', root, 'rev-parse', `${commit}^{commit}`),
  );
  const environment = await buildEnvironment(folder);
  const fresh = await measureStart(clone, environment);
  const later: StartCost[] = [];
  for (let round = 0; round < rounds; round++) later.push(await measureStart(clone, environment));
  return {
    commit: runGit('-C', clone, 'log', '-1', '--format=%h %s'),
    fresh,
    later: {
      seconds: computeMedian(later.map(({ seconds }) => seconds)),
      cpuSeconds: computeMedian(later.map(({ cpuSeconds }) => cpuSeconds)),
    },
    diskBytes: measureDiskUsage(clone, join(folder, 'data')),
  };
}

/** Returns environment variables with free ports, and with new cache folders for npm and pnpm. */
async function buildEnvironment(folder: string): Promise<NodeJS.ProcessEnv> {
  const names = ['REPOSITORY_PORT', 'REPOSITORY_METRICS_PORT', 'CONFIG_PORT', 'CONFIG_METRICS_PORT'];
  const ports = await Promise.all(names.map(() => findFreePort()));
  const { NODE_COMPILE_CACHE: _cache, ...inherited } = readInheritedEnvironment();
  return {
    ...inherited,
    ...Object.fromEntries(names.map((name, i) => [name, String(ports[i])])),
    DATA_DIR: join(folder, 'data'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    XDG_DATA_HOME: join(folder, 'share'),
    XDG_STATE_HOME: join(folder, 'state'),
    npm_config_cache: join(folder, 'npm'),
  };
}

async function measureStart(clone: string, env: NodeJS.ProcessEnv): Promise<StartCost> {
  const began = performance.now();
  const child = spawn('npm', ['start'], { cwd: clone, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  const stop = addInterruptCleanup(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  let words = '';
  const ready = new Promise<StartCost>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      words += chunk;
      if (!words.includes(READY)) return;
      resolve({ seconds: (performance.now() - began) / 1000, cpuSeconds: readTreeCpuSeconds(child.pid!) });
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('error', reject);
    ended.then(() => reject(new Error(`npm start ended before it was ready:\n${words}`)));
  });
  try {
    return await ready;
  } finally {
    await stop();
  }
}

function measureDiskUsage(clone: string, data: string): StartResult['diskBytes'] {
  const folders = execFileSync(
    'find',
    [clone, '-type', 'd', '-name', 'dist', '-not', '-path', '*/node_modules/*'],
    {
      encoding: 'utf8',
    },
  );
  const compiled = [...folders.split('\n').filter(Boolean), join(clone, '.cache')];
  const toolchain = [join(clone, 'toolchain', 'node_modules')];
  const own = execFileSync('find', [clone, '-type', 'd', '-name', 'node_modules', '-prune'], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => path !== '' && !toolchain.includes(path));
  const sizes = {
    toolchain: measureDiskBytes(toolchain),
    packages: measureDiskBytes(own),
    compiled: measureDiskBytes(compiled),
  };
  const all = measureDiskBytes([clone]);
  return {
    ...sizes,
    clone: all - sizes.toolchain - sizes.packages - sizes.compiled,
    data: measureDiskBytes([data]),
  };
}

function runGit(...words: string[]): string {
  return execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
}
