// holdfast keep: finds database and object store as `npm start` would, and runs the repository service's own program for
// keeping them, which knows the commands.
import { isAbsolute, join, resolve } from 'node:path';
import { ensureDatabase } from '@holdfast/pg-kit';
import { postgresIn } from '../data-folder/postgres-in.ts';
import { isSet, runProgram } from '../programs/run-program.ts';
import type { KeepCommand } from './keep-arguments.ts';

export interface KeepEnvironment {
  /** All of it: the program reads its settings there. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly projectFolder: string;
}

interface Foundation {
  readonly variables: Record<string, string | undefined>;
  close(): Promise<void>;
}

/** Resolves to the program's exit code. It shares this process's terminal. */
export async function runKeepProgram(
  { variables, projectFolder }: KeepEnvironment,
  { words, data }: KeepCommand,
  signal: AbortSignal,
): Promise<number> {
  const needed = !['help', '--help', '-h', undefined].includes(words[0]) && !words.includes('--help');
  const foundation =
    needed && (data !== undefined || !isSet(variables, 'DATABASE_URL'))
      ? await ofDataFolder(variables, projectFolder, data)
      : { variables: {}, close: async () => undefined };
  try {
    const script = join(projectFolder, 'services', 'repository-service', 'dist', 'keep.js');
    const env = { ...variables, ...foundation.variables };
    return await runProgram(script, words, env, signal);
  } finally {
    await foundation.close();
  }
}

/** The store and database in the folder of `npm start`. Its PostgreSQL is started for so long when it does not run. */
async function ofDataFolder(
  variables: KeepEnvironment['variables'],
  projectFolder: string,
  data: string | undefined,
): Promise<Foundation> {
  // A typed folder is relative to the working directory, one from the settings to the project, as for npm start.
  const folder = data === undefined ? resolve(projectFolder, variables.DATA_DIR || 'data') : resolve(data);
  const { url, close } = await postgresIn(folder);
  const decided: Foundation['variables'] = { DATABASE_URL: await ensureDatabase(url, 'repository') };
  const store = variables.OBJECT_STORE;
  if (!isSet(variables, 'OBJECT_STORE')) decided.OBJECT_STORE = `fs:${join(folder, 'store')}`;
  else if (store?.startsWith('fs:') && !isAbsolute(store.slice(3))) {
    decided.OBJECT_STORE = `fs:${resolve(projectFolder, store.slice(3))}`;
  }
  if (!isSet(variables, 'SPOOL_DIR')) decided.SPOOL_DIR = join(folder, 'spool');
  return { variables: { ...decided, DATABASE_URL_FILE: undefined }, close };
}
