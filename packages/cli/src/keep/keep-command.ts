// `holdfast keep`: finds the databases and the object store like `npm start`, and runs the `keep` program of the
// repository service. For a rebuild, it also runs the `keep` program of the configuration service.
import { isAbsolute, join, resolve } from 'node:path';
import { ensureDatabase } from '@holdfast/pg-kit';
import { openFolderPostgres } from '../data-folder/folder-postgres.ts';
import { hasSettingValue, runProgram } from '../programs/run-program.ts';
import type { KeepCommand } from './keep-arguments.ts';

type Variables = Readonly<Record<string, string | undefined>>;

export interface KeepEnvironment {
  /** Environment variables of the command. The service programs read their settings from them. */
  readonly variables: Variables;
  readonly projectFolder: string;
}

interface ServiceVariables {
  readonly repository: Variables;
  readonly configuration: Variables;
  close(): Promise<void>;
}

/** Exit codes of the `keep` programs. */
const USAGE = 2;
const INTERRUPTED = 130;

/** Runs the programs with this terminal as their input and output. Returns the highest exit code. */
export async function runKeepProgram(
  { variables, projectFolder }: KeepEnvironment,
  { words, data, only }: KeepCommand,
  signal: AbortSignal,
): Promise<number> {
  const needed = !['help', '--help', '-h', undefined].includes(words[0]) && !words.includes('--help');
  const dependencies =
    needed && (data !== undefined || !hasSettingValue(variables, 'DATABASE_URL'))
      ? await openDataFolder(variables, projectFolder, data)
      : readDatabaseVariables(variables);
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

/** Returns the databases in the settings. CONFIG_DATABASE_URL is set if there are separate databases. */
function readDatabaseVariables(variables: Variables): ServiceVariables {
  const own = hasSettingValue(variables, 'CONFIG_DATABASE_URL')
    ? {
        DATABASE_URL: variables.CONFIG_DATABASE_URL,
        DATABASE_URL_FILE: variables.CONFIG_DATABASE_URL_FILE,
      }
    : {};
  return { repository: {}, configuration: own, close: async () => undefined };
}

/** Returns the store and the databases of a data folder. Starts PostgreSQL in this folder if it is not running. */
async function openDataFolder(
  variables: Variables,
  projectFolder: string,
  data: string | undefined,
): Promise<ServiceVariables> {
  // Resolves a folder argument against the working directory, but DATA_DIR against the project, as `npm start` does.
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
