// `holdfast keep` from the build, on a database and a store of the test's choice.
import { fileURLToPath } from 'node:url';
import { startProcess } from '@holdfast/testkit';

export interface KeepPlace {
  databaseUrl: string;
  /** `fs:/path` or `s3:bucket`. */
  objectStore: string;
  env?: Record<string, string | undefined>;
}

export interface Kept<Result> {
  code: number | null;
  /** What `--json` printed. */
  result: Result;
  output: string;
}

const program = fileURLToPath(new URL('../../../packages/cli/dist/main.js', import.meta.url));

const alone = fileURLToPath(new URL('../../../services/repository-service/dist/keep.js', import.meta.url));

/** Runs a command to its end. Throws when it printed no result. */
export async function keep<Result>(place: KeepPlace, ...words: string[]): Promise<Kept<Result>> {
  const started = await startKeep(place, ...words, '--json', '--quiet');
  const { code } = await started.exited;
  const output = started.output();
  const line = output.trimEnd().split('\n').at(-1) ?? '';
  try {
    return { code, result: JSON.parse(line) as Result, output };
  } catch {
    throw new Error(`keep ${words.join(' ')} ended with ${code}: ${output}`);
  }
}

export function startKeep({ databaseUrl, objectStore, env }: KeepPlace, ...words: string[]) {
  return startProcess(process.execPath, [program, 'keep', ...words], {
    env: { DATABASE_URL: databaseUrl, OBJECT_STORE: objectStore, ...env },
  });
}

/** The program behind the command line, alone: killing it leaves nothing running. */
export function startKeepAlone({ databaseUrl, objectStore, env }: KeepPlace, ...words: string[]) {
  return startProcess(process.execPath, [alone, ...words], {
    env: { DATABASE_URL: databaseUrl, OBJECT_STORE: objectStore, ...env },
  });
}
