// Runs `holdfast backup` and `holdfast restore` as processes.
import { fileURLToPath } from 'node:url';
import { startProcess } from '@holdfast/testkit';

export interface NodeEndpoints {
  readonly repositoryUrl: string;
  readonly configUrl: string;
  /** Value of OBJECT_STORE: `fs:/path` or `s3:bucket`. */
  readonly objectStore: string;
  readonly dataFolder: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export interface CommandOutcome {
  readonly code: number | null;
  readonly output: string;
}

export interface BackupResult {
  readonly id: string;
  readonly objects: number;
  readonly newObjects: number;
  readonly newBytes: number;
  readonly removedBackups: readonly string[];
  readonly removedObjects: number;
  readonly faults: readonly { key: string; fault: string }[];
}

const program = fileURLToPath(new URL('../../../packages/cli/dist/main.js', import.meta.url));

export async function runBackupCommand(place: NodeEndpoints, ...words: string[]): Promise<CommandOutcome> {
  const started = await startBackupCommand(place, ...words);
  const { code } = await started.exited;
  return { code, output: started.output() };
}

export function startBackupCommand(
  { repositoryUrl, configUrl, objectStore, dataFolder, env }: NodeEndpoints,
  ...words: string[]
) {
  return startProcess(process.execPath, [program, ...words], {
    env: {
      DATABASE_URL: undefined,
      REPOSITORY_DATABASE_URL: repositoryUrl,
      CONFIG_DATABASE_URL: configUrl,
      OBJECT_STORE: objectStore,
      DATA_DIR: dataFolder,
      ...env,
    },
  });
}

/** Makes a backup. Throws if the backup fails or reports missing or damaged objects. */
export async function backUp(
  place: NodeEndpoints,
  destination: string,
  ...words: string[]
): Promise<BackupResult> {
  const { code, output } = await runBackupCommand(
    place,
    'backup',
    destination,
    '--json',
    '--quiet',
    ...words,
  );
  if (code !== 0) throw new Error(`the backup ended with ${code}: ${output}`);
  return JSON.parse(output.trimEnd().split('\n').at(-1)!) as BackupResult;
}
