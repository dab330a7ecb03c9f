// `holdfast bridge`: finds the databases of both services like `npm start`, and runs the bridge program.
import { join, resolve } from 'node:path';
import { ensureDatabase } from '@holdfast/pg-kit';
import { openFolderPostgres } from '../data-folder/folder-postgres.ts';
import { hasSettingValue, runProgram } from '../programs/run-program.ts';
import type { BridgeCommand } from './bridge-arguments.ts';

export interface BridgeEnvironment {
  /** Environment variables of the command. The bridge program reads its settings from them. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly projectFolder: string;
}

const DATABASES = {
  BRIDGE_CONFIGURATION_DATABASE_URL: 'configuration',
  BRIDGE_REPOSITORY_DATABASE_URL: 'repository',
} as const;

/** Runs the bridge program with this terminal as its input and output. Returns the program's exit code. */
export async function runBridgeProgram(
  { variables, projectFolder }: BridgeEnvironment,
  { forget, data }: BridgeCommand,
  signal: AbortSignal,
): Promise<number> {
  const script = join(projectFolder, 'services', 'bridge', 'dist', 'main.js');
  const words = forget ? ['forget'] : [];
  const isGiven = Object.keys(DATABASES).some((name) => hasSettingValue(variables, name));
  if (isGiven && data === undefined) return runProgram(script, words, variables, signal);
  // Resolves a folder argument against the working directory, but DATA_DIR against the project, as `npm start` does.
  const folder = data === undefined ? resolve(projectFolder, variables.DATA_DIR || 'data') : resolve(data);
  const { url, close } = await openFolderPostgres(folder);
  try {
    const found: Record<string, string | undefined> = {};
    for (const [name, database] of Object.entries(DATABASES)) {
      found[name] = await ensureDatabase(url, database);
      found[`${name}_FILE`] = undefined;
    }
    return await runProgram(script, words, { ...variables, ...found }, signal);
  } finally {
    await close();
  }
}
