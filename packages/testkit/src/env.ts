// Reads environment variables for the testkit (servers of the run, Jest worker, corpus, random seed), and builds the
// environment of processes under test.
import { fileURLToPath } from 'node:url';

/** Environment variable with the address of the run's PostgreSQL server. */
export const POSTGRES_VARIABLE = 'HOLDFAST_TEST_POSTGRES';

/** Environment variable with the address of PgBouncer in front of the run's PostgreSQL server. */
export const PGBOUNCER_VARIABLE = 'HOLDFAST_TEST_PGBOUNCER_URL';

/** Returns whether HOLDFAST_PGBOUNCER is set. Programs under test then connect to PostgreSQL through PgBouncer. */
export function isPgbouncerWanted(): boolean {
  return (process.env.HOLDFAST_PGBOUNCER ?? '') !== '';
}

/**
 * Returns the URL for programs under test: the PgBouncer of the run if it uses one, otherwise its PostgreSQL server.
 */
export function readPostgresUrlForPrograms(): string {
  return process.env[PGBOUNCER_VARIABLE] || readPostgresServerUrl();
}

/** Returns the URL of the run's PostgreSQL server. */
export function readPostgresServerUrl(): string {
  const url = process.env[POSTGRES_VARIABLE];
  if (url === undefined)
    throw new Error(`${POSTGRES_VARIABLE} is not set: run tests through Jest and its global setup`);
  return url;
}

export function setEnvironmentVariables(variables: Readonly<Record<string, string>>): void {
  Object.assign(process.env, variables);
}

/** Returns the number of this Jest worker, starting at 1. Returns 0 outside Jest's workers. */
export function readJestWorker(): number {
  return Number(process.env.JEST_WORKER_ID ?? 0);
}

/** Returns the folder in HOLDFAST_CORPUS. */
export function readCorpusFolder(): string | undefined {
  return process.env.HOLDFAST_CORPUS || undefined;
}

/** Returns the folder in HOLDFAST_PUBLIC_FILES, with WARC and ARC files in one subfolder per public repository. */
export function readPublicFilesFolder(): string | undefined {
  return process.env.HOLDFAST_PUBLIC_FILES || undefined;
}

/** Returns the value of PREMIS_XSD: the path of the PREMIS 3 schema, downloaded from the Library of Congress. */
export function readPremisSchemaFile(): string | undefined {
  return process.env.PREMIS_XSD || undefined;
}

/** Returns the number in HOLDFAST_SEED. */
export function readSeed(): number | undefined {
  const text = process.env.HOLDFAST_SEED || undefined;
  if (text !== undefined && !/^\d{1,10}$/.test(text)) throw new Error(`HOLDFAST_SEED is no number: ${text}`);
  return text === undefined ? undefined : Number(text);
}

/** Returns the variable that enables Node's compile cache, because tests start the same programs hundreds of times. */
export function makeCompileCacheEnvironment(): Record<string, string> {
  const folder = fileURLToPath(new URL('../../../.cache/compiled', import.meta.url));
  return { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? folder };
}

/**
 * Returns the environment of programs under test, without Jest's variables. Services run without workers, so that tests
 * take the same memory and time on every machine.
 */
export function makeInheritedEnvironment(): NodeJS.ProcessEnv {
  const { JEST_WORKER_ID: _worker, NODE_ENV: _mode, NODE_OPTIONS: _options, ...inherited } = process.env;
  return { WORKERS: '1', ...inherited, ...makeCompileCacheEnvironment() };
}

/**
 * Returns the environment of Python and pip, without variables that would add packages of other Python installations.
 */
export function makePythonEnvironment(): NodeJS.ProcessEnv {
  const { PYTHONHOME: _home, PYTHONPATH: _path, VIRTUAL_ENV: _venv, ...environment } = process.env;
  return { ...environment, PIP_DISABLE_PIP_VERSION_CHECK: '1', PIP_NO_INPUT: '1' };
}
