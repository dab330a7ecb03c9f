// `holdfast keep`: finds the databases and the object store as `npm start` does, and runs the repository service's
// `keep` program. A rebuild also runs the configuration service's program.
import { isAbsolute, join, resolve } from 'node:path';
import { ensureDatabase } from '@holdfast/pg-kit';
import { openFolderPostgres } from '../data-folder/folder-postgres.ts';
import { hasSettingValue, runProgram } from '../programs/run-program.ts';
import type { KeepCommand } from './keep-arguments.ts';

type Variables = Readonly<Record<string, string | undefined>>;

export interface KeepEnvironment {
  /** Complete environment, from which the programs read their settings. */
  readonly variables: Variables;
  readonly projectFolder: string;
}

interface Dependencies {
  readonly repository: Variables;
  readonly configuration: Variables;
  close(): Promise<void>;
}

/** Exit codes of the programs. */
const USAGE = 2;
const INTERRUPTED = 130;

/** Runs the programs at this terminal and returns the highest of their exit codes. */
export async function runKeepProgram(
  { variables, projectFolder }: KeepEnvironment,
  { words, data, only }: KeepCommand,
  signal: AbortSignal,
): Promise<number> {
  const needed = !['help', '--help', '-h', undefined].includes(words[0]) && !words.includes('--help');
  const dependencies =
    needed && (data !== undefined || !hasSettingValue(variables, 'DATABASE_URL'))
      ? await openDataFolder(variables, projectFolder, data)
      : givenDatabases(variables);
  const run = (service: string, program: string, given: readonly string[], own: Variables) =>
    runProgram(
      join(projectFolder, 'services', service, 'dist', program),
      given,
      { ...variables, ...own },
      signal,
    );
  try {
    let code = 0;
    if (only !== 'configuration')
      code = await run('repository-service', 'keep.js', words, dependencies.repository);
    const isRebuild = needed && words[0] === 'rebuild' && only !== 'repository';
    if (!isRebuild || code === USAGE || code === INTERRUPTED || signal.aborted) return code;
    const options = words.filter((word) => ['--replace', '--json', '--quiet'].includes(word));
    return Math.max(code, await run('config-service', 'rebuild.js', options, dependencies.configuration));
  } finally {
    await dependencies.close();
  }
}

/**
 * Returns the databases that the settings name. CONFIG_DATABASE_URL names the configuration's database if that is a
 * separate one.
 */
function givenDatabases(variables: Variables): Dependencies {
  const own = hasSettingValue(variables, 'CONFIG_DATABASE_URL')
    ? {
        DATABASE_URL: variables.CONFIG_DATABASE_URL,
        DATABASE_URL_FILE: variables.CONFIG_DATABASE_URL_FILE,
      }
    : {};
  return { repository: {}, configuration: own, close: async () => undefined };
}

/** Returns the store and the databases of a data folder. Starts its PostgreSQL if it does not run. */
async function openDataFolder(
  variables: Variables,
  projectFolder: string,
  data: string | undefined,
): Promise<Dependencies> {
  // A folder given as an argument is relative to the working directory. DATA_DIR is relative to the project, as for
  // `npm start`.
  const folder = data === undefined ? resolve(projectFolder, variables.DATA_DIR || 'data') : resolve(data);
  const { url, close } = await openFolderPostgres(folder);
  const decided: Record<string, string | undefined> = { DATABASE_URL_FILE: undefined };
  const store = variables.OBJECT_STORE;
  if (!hasSettingValue(variables, 'OBJECT_STORE')) decided.OBJECT_STORE = `fs:${join(folder, 'store')}`;
  else if (store?.startsWith('fs:') && !isAbsolute(store.slice(3))) {
    decided.OBJECT_STORE = `fs:${resolve(projectFolder, store.slice(3))}`;
  }
  if (!hasSettingValue(variables, 'SPOOL_DIR')) decided.SPOOL_DIR = join(folder, 'spool');
  return {
    repository: { ...decided, DATABASE_URL: await ensureDatabase(url, 'repository') },
    configuration: { ...decided, DATABASE_URL: await ensureDatabase(url, 'configuration') },
    close,
  };
}
