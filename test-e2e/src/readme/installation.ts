// What `npm start` runs, with a data folder of its own, on free ports: those of the README, if wanted.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, isFree, type StartedProcess, startProcess } from '@holdfast/testkit';

export interface Installation {
  readonly dataFolder: string;
  readonly repositoryPort: number;
  readonly configPort: number;
  /** Its settings, as environment variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

export const project = fileURLToPath(new URL('../../../', import.meta.url));

const printedPorts = [24610, 24620, 24611, 24621];
/** Would lead to another place than the data folder, to another login or another service. */
const unset = [
  ...['DATABASE_URL', 'OBJECT_STORE', 'ADMIN_USER', 'ADMIN_PASSWORD', 'USERS_FILE', 'HOST'],
  ...['REPOSITORY_URL', 'REPOSITORY_USER', 'REPOSITORY_PASSWORD'],
];

/** `settings`: further ones, as environment variables. `asPrinted`: for one test alone, as two would meet there. */
export async function installationIn(
  dataFolder: string,
  { settings = {}, asPrinted = false }: { settings?: Readonly<Record<string, string>>; asPrinted?: boolean },
): Promise<Installation> {
  const areFree = asPrinted && (await Promise.all(printedPorts.map(isFree))).every(Boolean);
  const ports = areFree ? printedPorts : await Promise.all(printedPorts.map(() => freePort()));
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

/** Resolves when it says that it is ready. */
export async function npmStart({ env }: Installation): Promise<StartedProcess> {
  const started = await startProcess(process.execPath, [join(project, 'scripts', 'start.mjs')], {
    cwd: project,
    env,
  });
  await started.says(/Holdfast is ready\..*Ctrl-C stops it/s, 180_000);
  return started;
}
