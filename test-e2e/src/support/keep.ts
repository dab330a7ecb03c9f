// Runs `holdfast keep` with the given database and object store.
import { fileURLToPath } from 'node:url';
import { type StartedProcess, startProcess } from '@holdfast/testkit';
import { readImagesFolder } from './env.ts';
import { startProgram } from './service-process.ts';

export interface KeepTarget {
  databaseUrl: string;
  /** Value of OBJECT_STORE: `fs:/path` or `s3:bucket`. */
  objectStore: string;
  env?: Record<string, string | undefined>;
  /** Folder of another build of the project. */
  build?: string | undefined;
}

export interface KeepCommandResult<Result> {
  code: number | null;
  /** JSON result that the command prints with `--json`. */
  result: Result;
  output: string;
}

const program = fileURLToPath(new URL('../../../packages/cli/dist/main.js', import.meta.url));

/** Runs a command until it exits. Throws if it prints no result. */
export async function runKeepCommand<Result>(
  place: KeepTarget,
  ...words: string[]
): Promise<KeepCommandResult<Result>> {
  const started = await startKeep(place, ...words, '--json', '--quiet');
  const { code } = await started.exited;
  const output = started.output();
  // A rebuild prints another line with the result for the configuration service. Ignores that line.
  const lines = output.trimEnd().split('\n');
  const line = lines.filter((one) => !one.startsWith('{"configuration":')).at(-1) ?? '';
  try {
    return { code, result: JSON.parse(line) as Result, output };
  } catch {
    throw new Error(`keep ${words.join(' ')} ended with ${code}: ${output}`);
  }
}

/**
 * Starts a command of `holdfast keep`. Runs its program directly if images are tested, because they do not contain the
 * CLI.
 */
export function startKeep(place: KeepTarget, ...words: string[]): Promise<StartedProcess> {
  const ofDataFolder = place.databaseUrl === '';
  if (place.build !== undefined || (readImagesFolder() !== undefined && !ofDataFolder))
    return startKeepAlone(place, ...words);
  return startProcess(process.execPath, [program, 'keep', ...words], { env: environmentOf(place) });
}

/** Starts the program directly instead of through the CLI, so that killing it leaves no child process running. */
export function startKeepAlone(place: KeepTarget, ...words: string[]): Promise<StartedProcess> {
  return startProgram('keep', environmentOf(place), { words, build: place.build });
}

function environmentOf({ databaseUrl, objectStore, env }: KeepTarget) {
  return { DATABASE_URL: databaseUrl, OBJECT_STORE: objectStore, ...env };
}
