// `holdfast keep`: finds the database and the object store as `npm start` does, and runs the repository service's
// `keep` program.
import { isAbsolute, join, resolve } from 'node:path';
import { ensureDatabase } from '@holdfast/pg-kit';
import { openFolderPostgres } from '../data-folder/folder-postgres.ts';
import { isSet, runProgram } from '../programs/run-program.ts';
import type { KeepCommand } from './keep-arguments.ts';

export interface KeepEnvironment {
  /** Complete environment: the program reads its settings from it. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly projectFolder: string;
}

interface Dependencies {
  readonly variables: Record<string, string | undefined>;
  close(): Promise<void>;
}

/** Runs the program at this terminal and returns its exit code. */
export async function runKeepProgram(
  { variables, projectFolder }: KeepEnvironment,
  { words, data }: KeepCommand,
  signal: AbortSignal,
): Promise<number> {
  const needed = !['help', '--help', '-h', undefined].includes(words[0]) && !words.includes('--help');
  const dependencies =
    needed && (data !== undefined || !isSet(variables, 'DATABASE_URL'))
      ? await openDataFolder(variables, projectFolder, data)
      : { variables: {}, close: async () => undefined };
  try {
    const script = join(projectFolder, 'services', 'repository-service', 'dist', 'keep.js');
    const env = { ...variables, ...dependencies.variables };
    return await runProgram(script, words, env, signal);
  } finally {
    await dependencies.close();
  }
}

/** Returns the store and the database of a data folder. Starts its PostgreSQL if it does not run. */
async function openDataFolder(
  variables: KeepEnvironment['variables'],
  projectFolder: string,
  data: string | undefined,
): Promise<Dependencies> {
  // A typed folder is relative to the working directory; DATA_DIR is relative to the project, as for `npm start`.
  const folder = data === undefined ? resolve(projectFolder, variables.DATA_DIR || 'data') : resolve(data);
  const { url, close } = await openFolderPostgres(folder);
  const decided: Dependencies['variables'] = { DATABASE_URL: await ensureDatabase(url, 'repository') };
  const store = variables.OBJECT_STORE;
  if (!isSet(variables, 'OBJECT_STORE')) decided.OBJECT_STORE = `fs:${join(folder, 'store')}`;
  else if (store?.startsWith('fs:') && !isAbsolute(store.slice(3))) {
    decided.OBJECT_STORE = `fs:${resolve(projectFolder, store.slice(3))}`;
  }
  if (!isSet(variables, 'SPOOL_DIR')) decided.SPOOL_DIR = join(folder, 'spool');
  return { variables: { ...decided, DATABASE_URL_FILE: undefined }, close };
}
