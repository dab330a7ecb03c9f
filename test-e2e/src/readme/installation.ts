// A node started by `npm start` with its own data folder. Uses free ports, or the README's ports if requested.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort, isPortFree, type StartedProcess, startProcess } from '@holdfast/testkit';

export interface Installation {
  readonly dataFolder: string;
  readonly repositoryPort: number;
  readonly configPort: number;
  /** Environment variables of the node. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

export const projectFolder = fileURLToPath(new URL('../../../', import.meta.url));

const printedPorts = [24610, 24620, 24611, 24621];
/** Environment variables to remove, because they would select another data folder, login or service. */
const unset = [
  ...['DATABASE_URL', 'OBJECT_STORE', 'ADMIN_USER', 'ADMIN_PASSWORD', 'USERS_FILE', 'HOST'],
  ...['REPOSITORY_URL', 'REPOSITORY_USER', 'REPOSITORY_PASSWORD'],
];

/**
 * Prepares a node. `settings`: additional environment variables. `asPrinted`: whether to use the README's ports; only
 * one test at a time may do so.
 */
export async function prepareInstallation(
  dataFolder: string,
  { settings = {}, asPrinted = false }: { settings?: Readonly<Record<string, string>>; asPrinted?: boolean },
): Promise<Installation> {
  const areFree = asPrinted && (await Promise.all(printedPorts.map(isPortFree))).every(Boolean);
  const ports = areFree ? printedPorts : await Promise.all(printedPorts.map(() => findFreePort()));
  const names = ['REPOSITORY_PORT', 'CONFIG_PORT', 'REPOSITORY_METRICS_PORT', 'CONFIG_METRICS_PORT'];
  return {
    dataFolder,
    repositoryPort: ports[0]!,
    configPort: ports[1]!,
    env: {
      ...Object.fromEntries(unset.flatMap((name) => [name, `${name}_FILE`]).map((name) => [name, undefined])),
      ...Object.fromEntries(names.map((name, i) => [name, String(ports[i])])),
      DATA_DIR: dataFolder,
      ...settings,
    },
  };
}

/** Runs `npm start`. Resolves when the node reports that it is ready. */
export async function runNpmStart({ env }: Installation): Promise<StartedProcess> {
  const started = await startProcess(process.execPath, [join(projectFolder, 'scripts', 'start.mjs')], {
    cwd: projectFolder,
    env,
  });
  await started.says(/Holdfast is ready\..*Ctrl-C stops it/s, 180_000);
  return started;
}
