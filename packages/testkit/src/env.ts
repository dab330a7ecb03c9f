// All that testkit takes from the environment: where the run's servers are (set by Jest's global setup), which of Jest's
// workers this is, where the corpus is, which random test to replay, and
// what processes under test inherit.
import { fileURLToPath } from 'node:url';

/** Names of the variables by which the run's servers are handed to test files. */
export const POSTGRES_VARIABLE = 'HOLDFAST_TEST_POSTGRES';

/** URL of the run's PostgreSQL server. */
export function postgresServerUrl(): string {
  const url = process.env[POSTGRES_VARIABLE];
  if (url === undefined)
    throw new Error(`${POSTGRES_VARIABLE} is not set: run tests through Jest and its global setup`);
  return url;
}

export function publish(variables: Readonly<Record<string, string>>): void {
  Object.assign(process.env, variables);
}

/** From 1; 0 outside Jest's workers. */
export function jestWorker(): number {
  return Number(process.env.JEST_WORKER_ID ?? 0);
}

/** The folder named by HOLDFAST_CORPUS. */
export function corpusFolder(): string | undefined {
  return process.env.HOLDFAST_CORPUS || undefined;
}

/** The folder named by HOLDFAST_PUBLIC_FILES: in it, a folder of WARC and ARC files for each repository they are from. */
export function publicFilesFolder(): string | undefined {
  return process.env.HOLDFAST_PUBLIC_FILES || undefined;
}

/** The number in HOLDFAST_SEED. */
export function seedToReplay(): number | undefined {
  const text = process.env.HOLDFAST_SEED || undefined;
  if (text !== undefined && !/^\d{1,10}$/.test(text)) throw new Error(`HOLDFAST_SEED is no number: ${text}`);
  return text === undefined ? undefined : Number(text);
}

/** The same programs are started hundreds of times: with this in their environment, Node compiles them once. */
export function compileCache(): Record<string, string> {
  const folder = fileURLToPath(new URL('../../../.cache/compiled', import.meta.url));
  return { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? folder };
}

/**
 * The environment of programs under test: ours, without what Jest adds for its own workers. Services are single processes in
 * it: however many processors there are, tests take the same memory and time.
 */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
  const { JEST_WORKER_ID: _worker, NODE_ENV: _mode, NODE_OPTIONS: _options, ...inherited } = process.env;
  return { WORKERS: '1', ...inherited, ...compileCache() };
}

/** The environment of Python and pip: the user's own, without what would make another Python's packages ours. */
export function pythonEnvironment(): NodeJS.ProcessEnv {
  const { PYTHONHOME: _home, PYTHONPATH: _path, VIRTUAL_ENV: _venv, ...environment } = process.env;
  return { ...environment, PIP_DISABLE_PIP_VERSION_CHECK: '1', PIP_NO_INPUT: '1' };
}
